import Table from 'cli-table3';
import { canonicalJson } from '../../data/canonical-json.ts';
import { groupBy } from '../../harness/group-by.ts';
import { runOf, shortName } from '../evidence/names.ts';
import { cell } from '../markdown.ts';
import type { Comparison, Difference } from './compare.ts';

export type Format = 'table' | 'md' | 'json';

/** How a comparison is written. The table fits into `width` columns; JSON has a difference for each run. */
export const formats: Record<Format, (comparison: Comparison, width: number) => string> = {
  table: asTable,
  md: asMarkdown,
  json: (comparison) => canonicalJson(comparison),
};

const HEAD = ['Scenario', 'Runs', 'Kind', 'What differs'];
const NARROWEST = 40;

/** Runs of a scenario that differ in the same way share a row. */
interface Row {
  scenario: string;
  runs: string[];
  kind: string;
  changes: string[];
}

function asTable(comparison: Comparison, width: number): string {
  const rows = rowsOf(comparison);
  if (rows.length === 0) return summary(comparison);
  const widths = [
    rows.map(({ scenario }) => scenario),
    rows.flatMap(({ runs }) => runs),
    rows.map(({ kind }) => kind),
  ].map((texts, index) => Math.max(...[HEAD[index] ?? '', ...texts].map(({ length }) => length)) + 2);
  const taken = widths.reduce((sum, each) => sum + each + 1, 2);
  const table = new Table({
    head: HEAD,
    colWidths: [...widths, Math.max(NARROWEST, width - taken)],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const { scenario, runs, kind, changes } of rows)
    table.push([scenario, runs.join('\n'), kind, changes.join('\n')]);
  return `${table.toString()}\n${summary(comparison)}`;
}

function asMarkdown(comparison: Comparison): string {
  const title = `### ${cell(comparison.a)} → ${cell(comparison.b)}\n\n`;
  const rows = rowsOf(comparison).map(({ scenario, runs, kind, changes }) => {
    const cells = [cell(scenario), runs.map(cell).join('<br>'), kind, changes.map(cell).join('<br>')];
    return `| ${cells.join(' | ')} |\n`;
  });
  const table = rows.length === 0 ? '' : `| ${HEAD.join(' | ')} |\n|---|---|---|---|\n${rows.join('')}\n`;
  return `${title}${table}${summary(comparison)}`;
}

function rowsOf({ differences }: Comparison): Row[] {
  const keyOf = ({ place, kind, changes }: Difference): string => JSON.stringify([place.scenario, kind, changes]);
  return [...groupBy(differences, keyOf).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const runs = same.map(({ place }) => `${place.config}/${runOf(place)}`);
    return [{ scenario: shortName(first.place.scenario), runs, kind: first.kind, changes: first.changes }];
  });
}

function summary({ a, b, equal, compared, onlyInA, onlyInB }: Comparison): string {
  return `${equal} of ${compared} verdicts equal\nonly in ${a}: ${onlyInA.length}, only in ${b}: ${onlyInB.length}\n`;
}
