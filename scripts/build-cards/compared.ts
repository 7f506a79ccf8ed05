import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import type { Side } from '../diff/compare.ts';
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
 * `undefined` without that file. Throws CommandError `input` where a difference has no explanation.
 */
export async function compared(root: string, client: string, records: VerifiedRecord[]): Promise<Compared | undefined> {
  const path = `data/compared/${client}.json`;
  if (!existsSync(join(root, path))) return undefined;
  const form = await readForm('compared', join(root, path), path);
  const sides = await Promise.all(form.with.map((name) => readSide(placesOf({ root }), name)));
  const why = new Map(form.explanations.map(({ scenario, text }) => [scenario, text]));
  const lines = records.flatMap((record) => {
    const others = sides.map((side) => verdictOf(side, record));
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

function verdictOf({ verdicts }: Side, record: VerifiedRecord): string | undefined {
  const same = verdicts.find(
    ({ scenario, config, server, transport }) =>
      scenario === record.scenario &&
      config === record.config &&
      server === record.server &&
      transport === record.transport,
  );
  return same && withoutWords(same.short);
}

/** Other words for the same are no other verdict. */
function withoutWords(short: string): string {
  return short.split(', no fixture field: ')[0] ?? short;
}
