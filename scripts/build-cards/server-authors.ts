import type { PublishedVerdicts } from '../../data/types/published.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { resultScenarios } from '../../scenarios/index.ts';
import { runOf, shortName } from '../evidence/names.ts';
import { cell, code } from '../markdown.ts';
import { clause, sentence, type Told } from './sentence.ts';

/** For one result scenario: what the server sends, and what the model then sees. Markdown. */
export interface Advice {
  sends: string;
  sees: string;
}

interface Seen extends Told {
  scenario: string;
  run: string;
}

const KNOWN = new Map(resultScenarios.map((scenario) => [scenario.id, scenario]));

/**
 * One sentence for each result scenario, from verdicts alone. Where runs differ it says in which; where a published list
 * says otherwise, it says that too. Without records of our own, the newest published list stands in their place.
 */
export function adviceOf(records: VerifiedRecord[], published: PublishedVerdicts[]): Advice[] {
  const ours = records.flatMap(seenOf);
  const theirs = published.map((list) => ({ list, seen: groupBy(publishedSeen(list), ({ scenario }) => scenario) }));
  const [newest] = theirs;
  const main = ours.length > 0 || newest === undefined ? groupBy(ours, ({ scenario }) => scenario) : newest.seen;
  return [...main].map(([scenario, seen]) => {
    const others = theirs.flatMap(({ list, seen: all }) => {
      const other = all.get(scenario);
      if (other === undefined || sameWithoutWords(other, seen)) return [];
      const text = told(other, sentOf(scenario)).replace(/^[TI]/, (letter) => letter.toLowerCase());
      return [`(In ${code(list.clientVersion)}, as ${cell(list.source.publisher)} published it: ${text})`];
    });
    return {
      sends: cell(KNOWN.get(scenario)?.title ?? shortName(scenario)),
      sees: [told(seen, sentOf(scenario)), ...others].join(' '),
    };
  });
}

function seenOf({ scenario, config, verdict, ...run }: VerifiedRecord): Seen[] {
  if (verdict.kind !== 'fields') return [];
  return [{ scenario, run: `${config}/${runOf(run)}`, short: verdict.short, said: verdict.said }];
}

function publishedSeen({ records }: PublishedVerdicts): Seen[] {
  return records.map(({ scenario, config, verdict, ...run }) => ({
    scenario,
    run: `${config}/${runOf(run)}`,
    short: verdict,
    said: null,
  }));
}

function sentOf(scenario: string): string[] {
  const judgement = KNOWN.get(scenario)?.judgement;
  return judgement?.kind === 'fields' ? judgement.fields.map(({ field }) => field) : [];
}

/** One sentence over all runs of a scenario. */
function told(seen: Seen[], sent: string[]): string {
  const [first] = seen;
  const ways = groupBy(
    seen.map((one) => ({ run: one.run, text: clause(one, sent) })),
    ({ text }) => text,
  );
  if (first === undefined || ways.size === 1) return first === undefined ? '' : sentence(first, sent);
  const parts = [...ways].map(([text, runs]) => `in ${runs.map(({ run }) => cell(run)).join(', ')} ${text}`);
  return `${parts.join('; ').replace(/^i/, 'I')}.`;
}

/** Whether two lists of verdicts mean the same where both ran, words of the client apart. */
function sameWithoutWords(a: Seen[], b: Seen[]): boolean {
  const other = new Map(b.map((one) => [one.run, clause({ ...one, said: null })]));
  return a.every((one) => other.get(one.run) === undefined || other.get(one.run) === clause({ ...one, said: null }));
}
