import { resolve } from 'node:path';
import type { RunRecord } from '../../data/types/record.ts';
import { comparedRun } from '../../harness/compare/changes.ts';
import { type Comparison, compareSides, type Side } from '../../harness/compare/compare.ts';
import { reportedClient } from '../diff/reported-client.ts';
import { clientOf } from '../diff/side-name.ts';
import { CommandError } from '../error.ts';
import { placesOf } from '../paths.ts';
import type { DiffOptions, DiffSide } from './diff.ts';

/** What `diff` of the library does; it says what is thrown. */
export async function compare(
  a: DiffSide,
  b: DiffSide,
  { root = '.', runs = 'runs' }: DiffOptions,
): Promise<Comparison> {
  const places = placesOf({ root, runs: resolve(root, runs) });
  const names = [nameOf(a), nameOf(b)];
  const client = names.map(clientOf).find((id) => id !== undefined) ?? (await reportedClient(places.root, names));
  const read = async (side: DiffSide): Promise<Side> =>
    typeof side === 'string' ? (await import('../diff/side.ts')).readSide(places, side, client) : sideOf(side);
  const [before, after] = [await read(a), await read(b)];
  const comparison = compareSides(before, after);
  if (comparison.compared.length > 0) return comparison;
  throw new CommandError('input', `Expected ${before.name} and ${after.name} to have runs in common, they have none.`);
}

function sideOf(side: RunRecord | readonly RunRecord[]): Side {
  const versions = new Set([side].flat().map(versionOf));
  if (versions.size > 1)
    throw new CommandError(
      'usage',
      `Expected records of one version of a client, got those of ${[...versions].join(', ')}.`,
    );
  return { name: nameOf(side), verdicts: [side].flat().map(comparedRun) };
}

function nameOf(side: DiffSide): string {
  if (typeof side === 'string') return side;
  const [first] = [side].flat();
  return first === undefined ? 'no records' : versionOf(first);
}

function versionOf({ client, clientVersion }: RunRecord): string {
  return `${client}@${clientVersion}`;
}
