import Table from 'cli-table3';
import { canonicalJson } from '../../data/canonical-json.ts';
import type { Comparison, Difference, Place } from '../../harness/compare/compare.ts';
import { oneLine } from '../../harness/compare/quote.ts';
import { tokensText } from '../../harness/compare/tokens.ts';
import { cell } from '../markdown.ts';
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

function asMarkdown(comparison: Comparison): string {
  const title = `### ${cell(comparison.a)} → ${cell(comparison.b)}\n\n`;
  const rows = rowsOf(comparison).map(
    ({ kind, text, where }) => `| ${kind} | ${cell(text)} | ${where.map(cell).join('<br>')} |\n`,
  );
  const table = rows.length === 0 ? '' : `| ${HEAD.join(' | ')} |\n|---|---|---|\n${rows.join('')}\n`;
  return `${title}${table}${summary(comparison).split('\n').map(cell).join('\n')}`;
}

function rowsOf(comparison: Comparison): Row[] {
  const { a, b, compared, onlyInA, onlyInB } = comparison;
  const where = whereOf(compared);
  const only = (kind: string, name: string, places: Place[]): Row[] =>
    places.length === 0 ? [] : [{ kind, text: name, where: whereOf([...compared, ...places])(places) }];
  const rows = [
    ...KINDS.flatMap((kind) =>
      comparison[kind].map((difference) => ({ kind, text: textOf(difference), where: whereIs(difference, where) })),
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

function textOf({ text, tokens }: Difference): string {
  const cost =
    tokens === undefined || (tokens.least === 0 && tokens.most === 0) ? '' : tokensText(tokens.least, tokens.most);
  return [text, cost].filter((part) => part !== '').join(', ');
}

function summary({ a, b, equal, compared, onlyInA, onlyInB }: Comparison): string {
  const only = `only in ${oneLine(a)}: ${onlyInA.length}, only in ${oneLine(b)}: ${onlyInB.length}`;
  return `${equal} of ${compared.length} verdicts equal\n${only}\n`;
}
