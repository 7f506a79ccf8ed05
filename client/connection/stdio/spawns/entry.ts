/** What the ledger of spawns keeps of one server that was started; the names are those of the original's file. */
export interface SpawnEntry {
  /** The process, and the leader of its group. */
  pid: number;
  /** When and where it started, as `Identity.start`. */
  create_time: string;
  pgid: number;
  purpose: 'mcp-helper';
  server: string;
  /** For people; without secrets. */
  argv: string[];
  /** The client that started it. */
  spawner_pid: number;
  spawner_create: string;
  /** ISO 8601. */
  registered_at: string;
}

/** An entry as the one line that stands for it. */
export function toLine(entry: SpawnEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/**
 * The entry of a line, or undefined when it holds none. Signals go to the numbers in it, so that nothing but a group
 * under its own leader passes: 0, 1 and negative numbers mean something else to `kill`.
 */
export function fromLine(line: string): SpawnEntry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const entry = value as Partial<SpawnEntry>;
  const { pid, pgid, spawner_pid, create_time, spawner_create, server, argv } = entry;
  const fits =
    isPid(pid) &&
    pgid === pid &&
    isPid(spawner_pid) &&
    [create_time, spawner_create, server].every((text) => typeof text === 'string' && text !== '') &&
    Array.isArray(argv);
  return fits ? (entry as SpawnEntry) : undefined;
}

function isPid(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 1;
}
