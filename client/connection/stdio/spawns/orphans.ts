import { oneLine } from '../../text.ts';
import { type Containment, containment, type Identity } from '../contain/containment.ts';
import { waitGone } from '../contain/wait-gone.ts';
import { GRACE_MS, KILL_MS } from '../stop.ts';
import type { SpawnEntry } from './entry.ts';
import { ledgerPath, readLedger } from './ledger.ts';
import { pruneLedger } from './prune.ts';

type System = Pick<Containment, 'identify' | 'members'>;

/** The orphans of a home that are being ended: servers that start at the same time wait for the same end. */
const ending = new Map<string, Promise<void>>();

/**
 * Ends the servers that clients of this home have left behind: those whose client is gone, and which are still the very
 * processes that it started. SIGTERM to the group, two seconds, SIGKILL. Never rejects.
 */
export async function endOrphans(home: string, log: (line: string) => void): Promise<void> {
  const path = ledgerPath(home);
  const under = ending.get(path);
  if (under !== undefined) return under;
  const orphans = findOrphans(path, log);
  if (orphans.length === 0) return undefined;
  const work = Promise.all(orphans.map((orphan) => endOrphan(orphan, log)))
    .then(() => undefined)
    .finally(() => ending.delete(path));
  ending.set(path, work);
  return work;
}

/**
 * Whether anything of what was noted still runs. Its leader may be dead and not collected, and others of its group alive.
 */
export function stillRuns(entry: SpawnEntry, system: System = containment): boolean {
  return (
    isLeader(entry, system) && (isAlive(entry.pid, entry.create_time, system) || system.members(entry.pgid).length > 0)
  );
}

function findOrphans(path: string, log: (line: string) => void): SpawnEntry[] {
  const self = containment.identify(process.pid);
  if (self === undefined) return [];
  try {
    const { entries, corrupt } = readLedger(path);
    if (corrupt) pruneLedger(path, stillRuns);
    return entries.filter((entry) => isOrphan(entry, self));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    log(`The ledger of spawns cannot be used: ${code ?? message}`);
    return [];
  }
}

/**
 * Whether the process of an entry is one that nobody looks after any more.
 *
 * @param self this client, whose own group is never one
 */
export function isOrphan(entry: SpawnEntry, self: Identity, system: System = containment): boolean {
  if (entry.spawner_pid === self.pid && entry.spawner_create === self.start) return false;
  if (isAlive(entry.spawner_pid, entry.spawner_create, system)) return false;
  if (entry.pgid === self.group || entry.pgid === self.pid) return false;
  return stillRuns(entry, system);
}

/** Whether the very process that was noted runs, not a later one with its number. */
function isAlive(pid: number, start: string, system: System): boolean {
  const found = system.identify(pid);
  return found?.start === start && found.runs;
}

/** Whether the process that was noted is there, dead or alive, so that its group is still its own. */
function isLeader({ pid, pgid, create_time }: SpawnEntry, system: System): boolean {
  const found = system.identify(pid);
  return found?.start === create_time && found.group === pgid;
}

async function endOrphan({ pid, server }: SpawnEntry, log: (line: string) => void): Promise<void> {
  log(`MCP server "${oneLine(server, 100)}": process group ${pid}, left behind by a client that is gone, is ended`);
  let members = containment.members(pid);
  // Its leader may go first. As long as one that was in it is still there, the group is the same, and so are those who
  // have come to it since.
  const isGone = () => {
    if (!members.some((member) => isMember(member, pid))) return true;
    members = containment.members(pid);
    return false;
  };
  containment.signal(pid, 'SIGTERM');
  if (await waitGone(isGone, GRACE_MS)) return;
  containment.signal(pid, 'SIGKILL');
  if (!(await waitGone(isGone, KILL_MS))) log(`Process group ${pid} outlived SIGKILL`);
}

function isMember({ pid, start }: Identity, group: number): boolean {
  const found = containment.identify(pid);
  return found?.start === start && found.runs && found.group === group;
}
