import type { Capability } from '../../data/types/capabilities.ts';
import type { ClientEntry } from '../../data/types/clients.ts';
import type { VerifiedOverlay, VerifiedRecord } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { shortName } from '../evidence/names.ts';
import { cell, code, target } from '../markdown.ts';
import { rowsOf } from './capability-rows.ts';
import { datesOf, newestOf } from './card-view.ts';
import { compactVerdict } from './compact.ts';
import { evidenceAnchor } from './evidence-rows.ts';
import { glyphOf, statusOf } from './status.ts';

/** All that the index of cards says, as its template takes it. Texts are Markdown. */
export interface IndexView {
  clients: { link: string; version: string; records: number; updated: string }[];
  /** Capabilities and clients. */
  rows: Row[];
  /** Result scenarios and clients. */
  results: Row[];
}

interface Row {
  name: string;
  cells: string[];
}

interface Probed {
  client: ClientEntry;
  overlay: VerifiedOverlay;
}

/** The clients with a card, and matrices of them: every cell with evidence links to it. */
export function indexView(probed: Probed[], capabilities: Capability[]): IndexView {
  const columns = probed.map(({ client, overlay }) => ({ id: client.id, records: newestOf(overlay).records }));
  const all = columns.flatMap(({ records }) => records);
  const evident = new Set(all.map(({ capability }) => capability));
  const scenarios = new Set(all.filter(({ verdict }) => verdict.kind === 'fields').map(({ scenario }) => scenario));
  return {
    clients: probed.map(({ client, overlay }) => ({
      link: `[${cell(client.title)}](${client.id}.md)`,
      version: code(newestOf(overlay).version),
      records: newestOf(overlay).records.length,
      updated: datesOf(overlay.records).newest,
    })),
    rows: rowsOf(capabilities, evident).map(({ id, name, heading }) => ({
      name,
      cells: columns.map((column) => (heading ? '' : statusCell(column, id))),
    })),
    results: [...scenarios].sort().map((scenario) => ({
      name: cell(shortName(scenario)),
      cells: columns.map(({ records }) => resultCell(records.filter((record) => record.scenario === scenario))),
    })),
  };
}

function statusCell({ id, records }: { id: string; records: VerifiedRecord[] }, capability: string): string {
  const status = statusOf(records.filter((record) => record.capability === capability));
  return status === null ? glyphOf(status) : `[${glyphOf(status)}](${id}.md#${evidenceAnchor(capability)})`;
}

/** What reached the model in the config `default`, each different verdict with a link to the run that showed it. */
function resultCell(records: VerifiedRecord[]): string {
  const usual = records.filter(({ config }) => config === 'default');
  const verdicts = groupBy(usual, ({ verdict }) => compactVerdict(verdict.short));
  const links = [...verdicts].map(([compact, [first]]) => `[${cell(compact)}](${target(`../${first?.path ?? ''}/`)})`);
  return links.length === 0 ? '—' : links.join(' / ');
}
