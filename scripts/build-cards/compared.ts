import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import type { ComparedRun } from '../../harness/compare/changes.ts';
import { withoutWords } from '../../harness/compare/short-form.ts';
import { groupBy } from '../../harness/group-by.ts';
import { readSide } from '../diff/side.ts';
import { CommandError } from '../error.ts';
import { shortName } from '../evidence/names.ts';
import { cell, code } from '../markdown.ts';
import { placesOf } from '../paths.ts';
import { readForm } from '../registry/read-form.ts';

/** A table of what a client shows and others do not, or the other way round. Texts are Markdown. */
export interface Compared {
  /** Those that it is compared with. */
  heads: string[];
  /** How many verdicts there are of all of them, and how many of these are the same. */
  common: number;
  same: number;
  rows: { scenario: string; runs: string; verdicts: string[]; why: string }[];
}

/**
 * Compares the records of a client with what `data/compared/<client>.json` names, where all of them have a verdict;
 * `undefined` without that file, or without records. Throws CommandError `input` where a difference has no explanation.
 */
export async function compared(
  root: string,
  client: string,
  records: VerifiedRecord[],
  sideOf = sideReader(root),
): Promise<Compared | undefined> {
  const path = `data/compared/${client}.json`;
  if (records.length === 0 || !existsSync(join(root, path))) return undefined;
  const form = await readForm('compared', join(root, path), path);
  const sides = await Promise.all(form.with.map(sideOf));
  const why = new Map(form.explanations.map(({ scenario, text }) => [scenario, text]));
  const lines = records.flatMap((record) => {
    const others = sides.map((verdictAt) => verdictAt(record));
    if (!others.every((verdict) => verdict !== undefined)) return [];
    return [{ record, verdicts: [withoutWords(record.verdict.short), ...others] }];
  });
  const different = lines.filter(({ verdicts }) => new Set(verdicts).size > 1);
  const groups = groupBy(different, ({ record, verdicts }) => [record.scenario, ...verdicts].join('\n'));
  return {
    heads: form.with.map(code),
    common: lines.length,
    same: lines.length - different.length,
    rows: [...groups.values()].map((group) => {
      const [{ record, verdicts }] = group as [(typeof group)[number]];
      const text = why.get(record.scenario);
      if (text === undefined)
        throw new CommandError('input', `Expected ${path} to explain ${record.scenario}, where verdicts differ.`);
      return {
        scenario: cell(shortName(record.scenario)),
        runs: group.map((line) => cell(`${line.record.config}/${line.record.transport}`)).join(', '),
        verdicts: verdicts.map(cell),
        why: cell(text),
      };
    }),
  };
}

/** A verdict that a side has where the record has one. */
type VerdictAt = (record: Placed) => string | undefined;
type Placed = Pick<ComparedRun, 'scenario' | 'config' | 'server' | 'transport'>;

/** Reads the sides of a root, each once, however many clients are compared with it. */
export function sideReader(root: string): (name: string) => Promise<VerdictAt> {
  const sides = new Map<string, Promise<VerdictAt>>();
  return (name) => {
    const known = sides.get(name) ?? readSide(placesOf({ root }), name).then(verdictsOf);
    sides.set(name, known);
    return known;
  };
}

function verdictsOf({ verdicts }: { verdicts: (Placed & { short: string })[] }): VerdictAt {
  const shorts = new Map(verdicts.map((verdict) => [placeOf(verdict), withoutWords(verdict.short)]));
  return (record) => shorts.get(placeOf(record));
}

function placeOf({ scenario, config, server, transport }: Placed): string {
  return `${config}/${server}-${transport}/${scenario}`;
}
