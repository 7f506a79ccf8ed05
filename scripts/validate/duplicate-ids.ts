import { isForm } from '../../data/forms.ts';
import type { Linter, StoredFile } from './linter.ts';

/** Ids of capabilities and clients, and places of records within a list, stand for one thing each. */
export const duplicateIds: Linter = {
  name: 'duplicate-ids',
  check: ({ files }) =>
    files.flatMap((file) =>
      repeated(idsIn(file)).map((id) => ({ path: file.path, text: `Expected "${id}" once, got it more than once.` })),
    ),
};

function idsIn({ form, json }: StoredFile): string[] {
  if (form === 'capabilities' && isForm(form, json)) return json.capabilities.map(({ id }) => id);
  if (form === 'clients' && isForm(form, json)) return json.clients.map(({ id }) => id);
  if (form === 'published' && isForm(form, json)) return json.records.map(placeOf);
  if (form === 'verified' && isForm(form, json))
    return json.records.map((record) => `${record.clientVersion}/${placeOf(record)}`);
  return [];
}

function placeOf({
  config,
  server,
  transport,
  scenario,
}: {
  config: string;
  server: string;
  transport: string;
  scenario: string;
}): string {
  return `${config}/${server}-${transport}/${scenario}`;
}

function repeated(ids: string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
