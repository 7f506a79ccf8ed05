import { isForm } from '../../data/forms.ts';
import type { Linter, StoredFile } from './linter.ts';

/** Records, overlays and published verdicts name capabilities of data/capabilities.json only. */
export const capabilityIds: Linter = {
  name: 'capability-ids',
  check: ({ files, capabilities }) =>
    files.flatMap((file) =>
      [...new Set(namedIn(file))]
        .filter((id) => !capabilities.has(id))
        .map((id) => ({ path: file.path, text: `Expected a capability of data/capabilities.json, got "${id}".` })),
    ),
};

function namedIn({ form, json }: StoredFile): string[] {
  if (form === 'record' && isForm(form, json)) return [json.capability];
  if (form === 'verified' && isForm(form, json)) return json.records.map(({ capability }) => capability);
  if (form === 'published' && isForm(form, json)) return json.records.map(({ capability }) => capability);
  return [];
}
