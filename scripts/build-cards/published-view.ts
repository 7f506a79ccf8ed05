import type { PublishedRecord, PublishedVerdicts } from '../../data/types/published.ts';
import { withoutWords } from '../../harness/compare/short-form.ts';
import { groupBy } from '../../harness/group-by.ts';
import { runOf, shortName } from '../evidence/names.ts';
import { recordOrder } from '../evidence/order.ts';
import { cell, code } from '../markdown.ts';
import { counted } from '../streams.ts';
import type { EvidenceRow } from './evidence-rows.ts';
import { cellsOf, fold } from './fold.ts';
import { anchored, anchorOf, webLink } from './links.ts';
import { revisionsOf } from './revisions.ts';

/** Verdicts that somebody else published. Texts are Markdown. */
export interface PublishedView {
  anchor: string;
  publisher: string;
  page: string;
  date: string;
  version: string;
  records: string;
  folded: EvidenceRow[];
  all: { scenario: string; config: string; run: string; at: string; verdict: string }[];
  /** Some are errors of the client, of which the list shows the beginning of the message alone. */
  wrapped: boolean;
}

/** What a card shows of a published list, folded as our own verdicts are. `capabilities` are the ids in their order. */
export function publishedView(list: PublishedVerdicts, capabilities: string[]): PublishedView {
  const order = recordOrder(capabilities);
  const { clientVersion, source } = list;
  const records = list.records.toSorted((a, b) => order({ ...a, clientVersion }, { ...b, clientVersion }));
  const cells = cellsOf(records).length;
  return {
    anchor: anchored(anchorOf('published', clientVersion)),
    publisher: cell(source.publisher),
    page: webLink(source.url, source.title),
    date: cell(source.date),
    version: code(clientVersion),
    records: counted(records.length, 'verdict'),
    folded: [...groupBy(records, ({ capability }) => capability)].flatMap(([capability, group]) => [
      { scenario: `**${cell(capability)}**`, runs: '', at: '', verdict: '' },
      ...[...groupBy(group, ({ scenario }) => scenario).values()].flatMap((same) => foldedRows(same, cells)),
    ]),
    all: records.map((record) => ({
      scenario: cell(shortName(record.scenario)),
      config: cell(record.config),
      run: runOf(record),
      at: code(record.protocolVersion),
      verdict: cell(record.verdict),
    })),
    wrapped: records.some(({ verdict }) => withoutWords(verdict) !== verdict),
  };
}

function foldedRows(same: PublishedRecord[], cells: number): EvidenceRow[] {
  return fold(same, ({ verdict }) => verdict).map(({ records, all }) => {
    const name = cell(shortName(records[0].scenario));
    const verdict = cell(records[0].verdict);
    return {
      scenario: all ? name : `**${name} ≠**`,
      runs: all && cells > 1 && records.length === cells ? `all ${cells} runs` : cellsOf(records).map(cell).join(', '),
      at: revisionsOf(records).map(code).join(', '),
      verdict: all ? verdict : `**≠** ${verdict}`,
    };
  });
}
