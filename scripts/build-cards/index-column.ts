import type { ResearchNote } from '../../data/types/note.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { DEFAULT_CONFIG } from '../evidence/status.ts';
import { cell, code, target } from '../markdown.ts';
import { compactVerdict } from './compact.ts';
import { type Known, lastUpdated } from './known.ts';
import { anchorOf, linkLabel, repositoryLink } from './links.ts';
import { glyphOf, letterOf } from './status.ts';

/** What the index keeps of one client. Texts are Markdown. */
export interface Column {
  link: string;
  version: string;
  /** The version whose verdicts are in the matrix of results; empty where we ran none. */
  probed: string;
  records: number;
  updated: string;
  /** By capability. */
  statuses: Map<string, string>;
  /** By result scenario. */
  results: Map<string, string>;
}

/** A client's column in the matrices: every cell with evidence leads to the card, or to the run that shows it. */
export function columnOf(known: Known, notes: ResearchNote[]): Column {
  const { client, version, rows, probed, records } = known;
  const card = `${target(client.id)}.md`;
  return {
    link: `[${linkLabel(client.title)}](${card})`,
    version: code(version),
    probed: probed[0] === undefined ? '' : code(probed[0]),
    records: records.length,
    updated: lastUpdated(known, notes),
    statuses: new Map(
      [...rows].map(([id, { status, deciding }]) => [
        id,
        `[${glyphOf(status)}](${card}#${anchorOf('evidence', id)})${letterOf(deciding.tier)}`,
      ]),
    ),
    results: resultsOf(records),
  };
}

function resultsOf(records: VerifiedRecord[]): Map<string, string> {
  const usual = records.filter(({ config, verdict }) => config === DEFAULT_CONFIG && verdict.kind === 'fields');
  const scenarios = groupBy(usual, ({ scenario }) => scenario);
  return new Map([...scenarios].map(([scenario, same]) => [scenario, resultCell(same)]));
}

/** What reached the model, each different verdict with a link to the run that showed it. */
function resultCell(records: VerifiedRecord[]): string {
  const verdicts = groupBy(records, ({ verdict }) => compactVerdict(verdict.short));
  return [...verdicts].map(([compact, [first]]) => repositoryLink(cell(compact), first?.path ?? '')).join(' / ');
}
