import type { VerifiedRecord } from '../../data/types/verified.ts';
import { withoutWords } from '../../harness/compare/short-form.ts';
import { groupBy } from '../../harness/group-by.ts';
import { checkText } from '../evidence/check-text.ts';
import { runOf, shortName } from '../evidence/names.ts';
import { checksOf } from '../evidence/status.ts';
import { cell, code } from '../markdown.ts';
import { cellsOf, type Fold, foldVerdicts } from './fold.ts';
import { anchored, anchorOf, repositoryLink } from './links.ts';
import { revisionsOf } from './revisions.ts';
import { shortened } from './shortened.ts';

/** A row of folded verdicts; a capability's heading has nothing but its scenario cell. */
export interface EvidenceRow {
  scenario: string;
  runs: string;
  at: string;
  verdict: string;
}

/** A row of the full list. */
export interface RecordRow extends Omit<EvidenceRow, 'runs'> {
  config: string;
  run: string;
  tokens: number;
}

/**
 * One row for each verdict of a scenario, below a heading for each capability that says what is measured. Where runs
 * differ the rows are marked.
 */
export function foldedRows(records: VerifiedRecord[], measured: Map<string, string | null>): EvidenceRow[] {
  const cells = cellsOf(records).length;
  return [...groupBy(records, ({ capability }) => capability)].flatMap(([capability, group]) => [
    heading(anchored(anchorOf('verdicts', capability)), capability, measured.get(capability)),
    ...[...groupBy(group, ({ scenario }) => scenario).values()].flatMap((same) =>
      foldVerdicts(same).map((fold) => foldedRow(fold, cells)),
    ),
  ]);
}

function heading(anchor: string, capability: string, measured: string | null | undefined): EvidenceRow {
  const what = typeof measured === 'string' ? cell(measured) : '';
  return { scenario: `${anchor}**${cell(capability)}**`, runs: '', at: '', verdict: what === '' ? '' : `*${what}*` };
}

function foldedRow({ records, all }: Fold<VerifiedRecord>, cells: number): EvidenceRow {
  const [first] = records;
  const name = linked(shortName(first.scenario), first);
  const list = records.map((record) => linked(`${record.config}/${runOf(record)}`, record)).join(', ');
  const verdict = verdictCell(first);
  return {
    scenario: all ? name : `**${name} ≠**`,
    runs: all && cells > 1 && records.length === cells ? `all ${cells} runs` : list,
    at: shownRevisions(records),
    verdict: all ? verdict : `**≠** ${verdict}`,
  };
}

/** One row a record, as the folded rows are made from. */
export function recordRows(records: VerifiedRecord[]): RecordRow[] {
  return records.map((record) => ({
    scenario: linked(shortName(record.scenario), record),
    config: cell(record.config),
    run: runOf(record),
    at: shownRevisions([record]),
    verdict: verdictCell(record),
    tokens: record.cost.tokens,
  }));
}

/** The short form; the client's own words instead of the published grammar's first 80 characters; the checks not met. */
function verdictCell(record: VerifiedRecord): string {
  const { verdict, scenario } = record;
  if (verdict.kind === 'fields') {
    if (verdict.said === null) return cell(verdict.short);
    const head = withoutWords(verdict.short);
    return `${cell(head)}${head.includes(', ') ? '' : ', no fixture field'}: ${code(shortened(verdict.said))}`;
  }
  const missed = checksOf(record).filter(({ met }) => !met);
  const texts = missed.map(({ id }) => cell(checkText(scenario, id)));
  return texts.length === 0 ? cell(verdict.short) : `${cell(verdict.short)}; not met: ${texts.join('; ')}`;
}

function shownRevisions(records: Pick<VerifiedRecord, 'protocolVersion'>[]): string {
  return revisionsOf(records).map(code).join(', ');
}

// Cards lie one folder below the root, to which the paths of runs are relative.
function linked(text: string, { path }: VerifiedRecord): string {
  return repositoryLink(cell(text), path);
}
