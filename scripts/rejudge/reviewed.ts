import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withoutWords } from '../../harness/compare/short-form.ts';
import { readForm } from '../registry/read-form.ts';

/** What people saw in the traffic of a run, by its path below the folder of runs. */
export type Readings = Map<string, string>;

const PATH = 'data/reviewed.json';

/** The readings of a root; none where it has no such file. Throws CommandError `input` where the file is malformed. */
export async function readReadings(root: string): Promise<Readings> {
  if (!existsSync(join(root, PATH))) return new Map();
  const { readings } = await readForm('reviewed', join(root, PATH), PATH);
  return new Map(readings.map(({ run, saw }) => [run, saw]));
}

/** How a verdict differs from what people saw, in plain words; the client's words after a short form are not theirs. */
export function differsFromReading(short: string, saw: string | undefined): string[] {
  const judged = withoutWords(short);
  return saw === undefined || judged === saw ? [] : [`people saw ${JSON.stringify(saw)} → ${JSON.stringify(judged)}`];
}
