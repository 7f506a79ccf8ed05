import { isForm } from '../../data/forms.ts';
import type { Linter, Problem, StoredFile } from './linter.ts';

/** An overlay is named after its client, which data/clients.json describes; a driver is named after its client. */
export const knownClients: Linter = {
  name: 'known-clients',
  check: ({ files, clients }) => files.flatMap((file) => checkName(file, clients)),
};

function checkName({ path, form, json }: StoredFile, clients: Set<string>): Problem[] {
  if (!(form === 'verified' && isForm(form, json)) && !(form === 'driver' && isForm(form, json))) return [];
  const { client } = json;
  const problems: Problem[] = [];
  if (!path.endsWith(`/${client}.json`))
    problems.push({ path, text: `Expected the file of client "${client}" to be called ${client}.json.` });
  if (form === 'verified' && !clients.has(client))
    problems.push({ path, text: `Expected a client of data/clients.json, got "${client}".` });
  return problems;
}
