import Table from 'cli-table3';
import { canonicalJson } from '../../data/canonical-json.ts';
import { type Comparison, type Difference, differenceText, type Place } from '../../harness/compare/compare.ts';
import { oneLine } from '../../harness/compare/quote.ts';
import { code } from '../markdown.ts';
import { printable } from '../printable.ts';
import { counted } from '../streams.ts';
import { type Where, whereOf } from './where.ts';

export type Format = 'table' | 'md' | 'json';

/** How a comparison is written. The table fits into `width` columns and cuts long cells; JSON names every run. */
export const formats: Record<Format, (comparison: Comparison, width: number) => string> = {
  table: asTable,
  md: asMarkdown,
  json: (comparison) => canonicalJson({ ...comparison, compared: comparison.compared.length }),
};

const HEAD = ['Kind', 'What differs', 'Where'];
const KINDS = ['lost', 'changed', 'gained'] as const;
const NARROWEST = 30;
/**
 * Characters of a cell that says where: what is more is counted. Nobody reads hundreds of lines of a cell, and cli-table3
 * takes for each of them the square of the whole.
 */
const LONGEST_WHERE = 200;

interface Row {
  kind: string;
  text: string;
  where: string[];
}

function asTable(comparison: Comparison, width: number): string {
  const rows = rowsOf(comparison).map(({ kind, text, where }) => [kind, text, inShort(where)].map(printable));
  if (rows.length === 0) return summary(comparison);
  const longest = (index: number): number => 2 + Math.max(...[HEAD, ...rows].map((row) => widthOf(row[index] ?? '')));
  const kind = longest(0);
  const rest = Math.max(2 * NARROWEST, width - kind - HEAD.length - 1);
  const where = Math.min(longest(2), Math.max(NARROWEST, rest - longest(1), Math.floor(rest * 0.4)));
  const table = new Table({
    head: HEAD,
    colWidths: [kind, Math.min(longest(1), rest - where), where],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  table.push(...rows);
  return `${table.toString()}\n${summary(comparison)}`;
}

function inShort(where: string[]): string {
  let room = LONGEST_WHERE;
  const shown = where.filter((line, index) => {
    room -= line.length;
    return index === 0 || room >= 0;
  });
  const more = where.length - shown.length;
  return more === 0 ? shown.join('\n') : [...shown, `and ${counted(more, 'more line')}: --format md`].join('\n');
}

function widthOf(text: string): number {
  return Math.max(...text.split('\n').map(({ length }) => length));
}

/** What clients and drivers wrote stands in code spans: whoever reads it in a comment is not to be mentioned in it. */
function asMarkdown(comparison: Comparison): string {
  const title = `### ${code(comparison.a)} → ${code(comparison.b)}\n\n`;
  const rows = rowsOf(comparison).map(
    ({ kind, text, where }) => `| ${kind} | ${code(text)} | ${where.map(code).join('<br>')} |\n`,
  );
  const table = rows.length === 0 ? '' : `| ${HEAD.join(' | ')} |\n|---|---|---|\n${rows.join('')}\n`;
  return `${title}${table}${summary(comparison, code)}`;
}

function rowsOf(comparison: Comparison): Row[] {
  const { a, b, compared, onlyInA, onlyInB } = comparison;
  const where = whereOf(compared);
  const only = (kind: string, name: string, places: Place[]): Row[] =>
    places.length === 0 ? [] : [{ kind, text: name, where: whereOf([...compared, ...places])(places) }];
  const rows = [
    ...KINDS.flatMap((kind) =>
      comparison[kind].map((difference) => ({
        kind,
        text: differenceText(difference),
        where: whereIs(difference, where),
      })),
    ),
    ...only('only in A', a, onlyInA),
    ...only('only in B', b, onlyInB),
  ];
  return rows.map((row) => ({ ...row, text: oneLine(row.text), where: row.where.map(oneLine) }));
}

/** What a client declares stands in no run. */
function whereIs({ over, clients = [] }: Difference, where: Where): string[] {
  return [...clients, ...where(over)];
}

function summary({ a, b, equal, compared, onlyInA, onlyInB }: Comparison, shown = oneLine): string {
  const only = `only in ${shown(a)}: ${onlyInA.length}, only in ${shown(b)}: ${onlyInB.length}`;
  return `${equal} of ${compared.length} verdicts equal\n${only}\n`;
}
