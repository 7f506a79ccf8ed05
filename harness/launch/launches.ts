import { statSync } from 'node:fs';
import type { Json, JsonObject, Scenario } from '../../scenarios/types.ts';

/** Tells the launches of a run apart, in the raw lines of its traffic. */
export interface Launches {
  /** The next launch begins, or the last one is over. */
  next(): void;
  /** A line of model.jsonl with its launch, and whether the server has had anything in it. */
  inModel(line: string): string;
  /** wire.jsonl with the launch of each line. */
  inWire(jsonl: Buffer): string;
}

/** A scenario with one launch leaves the lines as they are. `wire`: the file, which grows while the client runs. */
export function tellLaunches({ launches }: Scenario, wire: string): Launches {
  if (launches === undefined) return { next() {}, inModel: (line) => line, inWire: (jsonl) => jsonl.toString('utf8') };
  const size = (): number => statSync(wire, { throwIfNoEntry: false })?.size ?? 0;
  /** How long the file was when each launch began. */
  const begun: number[] = [];
  return {
    next: () => void begun.push(size()),
    inModel: (line) => marked(line, { launch: begun.length, reached: size() > (begun.at(-1) ?? 0) }, 'seq'),
    inWire: (jsonl) =>
      begun
        .map((from, index) => ({ launch: index + 1, bytes: jsonl.subarray(from, begun[index + 1]) }))
        .flatMap(({ launch, bytes }) => linesOf(bytes.toString('utf8'), (line) => marked(line, { launch }, 'process')))
        .join(''),
  };
}

function linesOf(text: string, mark: (line: string) => string): string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  // What a writer that was killed left behind stays as it is.
  return [...lines.map((line) => mark(`${line}\n`)), last];
}

/** Puts members behind the one that is named. */
function marked(line: string, members: JsonObject, behind: string): string {
  const value = JSON.parse(line) as Record<string, Json>;
  const entries = Object.entries(value);
  const at = entries.findIndex(([key]) => key === behind) + 1;
  return `${JSON.stringify(Object.fromEntries([...entries.slice(0, at), ...Object.entries(members), ...entries.slice(at)]))}\n`;
}
