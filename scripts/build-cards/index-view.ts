import type { Capability } from '../../data/types/capabilities.ts';
import type { ClientEntry } from '../../data/types/clients.ts';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { cell, code } from '../markdown.ts';
import { rowsOf } from './capability-rows.ts';
import { datesOf, newestOf } from './card-view.ts';
import { glyphOf, statusOf } from './status.ts';

/** All that the index of cards says, as its template takes it. Texts are Markdown. */
export interface IndexView {
  clients: { link: string; version: string; records: number; updated: string }[];
  rows: { name: string; cells: string[] }[];
}

/** The clients with a card, and a matrix of capabilities and clients: rows with evidence of any of them. */
export function indexView(
  probed: { client: ClientEntry; overlay: VerifiedOverlay }[],
  capabilities: Capability[],
): IndexView {
  const newest = probed.map(({ overlay }) => newestOf(overlay).records);
  const evident = new Set(newest.flat().map(({ capability }) => capability));
  return {
    clients: probed.map(({ client, overlay }) => ({
      link: `[${cell(client.title)}](${client.id}.md)`,
      version: code(newestOf(overlay).version),
      records: newestOf(overlay).records.length,
      updated: datesOf(overlay.records).newest,
    })),
    rows: rowsOf(capabilities, evident).map(({ id, name, heading }) => ({
      name,
      cells: newest.map((records) =>
        heading ? '' : glyphOf(statusOf(records.filter(({ capability }) => capability === id))),
      ),
    })),
  };
}
