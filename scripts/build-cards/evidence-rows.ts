import type { VerifiedRecord } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { runOf, shortName } from '../evidence/names.ts';
import { cell, code, target } from '../markdown.ts';
import { revisionsOf } from './capability-rows.ts';
import type { CheckText } from './check-text.ts';
import { cellsOf, type Fold, foldVerdicts } from './fold.ts';
import { checksOf } from './status.ts';

/** A row of "Verified by the probe"; a capability's heading has nothing but its scenario cell. */
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

const LONGEST_SAID = 300;

/** Where on a card the evidence of a capability begins; the index links to it. */
export function evidenceAnchor(capability: string): string {
  return `evidence-${capability.replaceAll('.', '-')}`;
}

/** One row for each verdict of a scenario, below a heading for each capability. Where runs differ the rows are marked. */
export function foldedRows(records: VerifiedRecord[], textOf: CheckText): EvidenceRow[] {
  const cells = cellsOf(records).length;
  return [...groupBy(records, ({ capability }) => capability)].flatMap(([capability, group]) => [
    { scenario: `<a id="${evidenceAnchor(capability)}"></a>**${cell(capability)}**`, runs: '', at: '', verdict: '' },
    ...[...groupBy(group, ({ scenario }) => scenario).values()].flatMap((same) =>
      foldVerdicts(same).map((fold) => foldedRow(fold, cells, textOf)),
    ),
  ]);
}

function foldedRow({ records, all }: Fold, cells: number, textOf: CheckText): EvidenceRow {
  const [first] = records;
  const name = linked(shortName(first.scenario), first);
  const list = records.map((record) => linked(`${record.config}/${runOf(record)}`, record)).join(', ');
  const verdict = verdictCell(first, textOf);
  return {
    scenario: all ? name : `**${name} ≠**`,
    runs: all && cells > 1 && records.length === cells ? `all ${cells} runs` : list,
    at: shownRevisions(records),
    verdict: all ? verdict : `**≠** ${verdict}`,
  };
}

/** One row a record, as the folded rows are made from. */
export function recordRows(records: VerifiedRecord[], textOf: CheckText): RecordRow[] {
  return records.map((record) => ({
    scenario: linked(shortName(record.scenario), record),
    config: cell(record.config),
    run: runOf(record),
    at: shownRevisions([record]),
    verdict: verdictCell(record, textOf),
    tokens: record.cost.tokens,
  }));
}

/** The short form; the client's own words instead of the published grammar's first 80 characters; the checks not met. */
function verdictCell(record: VerifiedRecord, textOf: CheckText): string {
  const { verdict, scenario } = record;
  if (verdict.kind === 'fields') {
    if (verdict.said === null) return cell(verdict.short);
    const [what = ''] = verdict.short.split(', no fixture field: ');
    return `${cell(what)}, no fixture field: ${code(shortened(verdict.said))}`;
  }
  const missed = checksOf(record).filter(({ met }) => !met);
  const texts = missed.map(({ id }) => cell(textOf(scenario, id)));
  return texts.length === 0 ? cell(verdict.short) : `${cell(verdict.short)}; not met: ${texts.join('; ')}`;
}

/** Words of a client can be as long as it likes; the record next to the row has all of them. */
function shortened(said: string): string {
  const characters = Array.from(said);
  return characters.length <= LONGEST_SAID ? said : `${characters.slice(0, LONGEST_SAID).join('')}…`;
}

function shownRevisions(records: VerifiedRecord[]): string {
  return revisionsOf(records).map(code).join(', ');
}

// Cards lie one folder below the root, to which the paths of runs are relative.
function linked(text: string, { path }: VerifiedRecord): string {
  return `[${cell(text)}](${target(`../${path}/`)})`;
}
