import { canonicalJson } from '../../data/canonical-json.ts';
import { membersOf } from '../../data/forms.ts';
import { isLines, linesOf } from './lines.ts';
import type { Linter, Problem, StoredFile } from './linter.ts';

/** Written by the house, byte for byte; the rest of `data/` is laid out by the formatter. */
const WRITTEN = new Set(['record', 'verified', 'published']);
/** Written by hand with sorted keys. Drivers keep the order in which they are read best. */
const SORTED = new Set(['capabilities', 'clients']);

/** Records and data have sorted keys, what the house writes has its exact bytes, lines have the order of their schema. */
export const keyOrder: Linter = {
  name: 'key-order',
  check: ({ files }) => files.flatMap((file) => (isLines(file) ? checkLines(file) : checkFile(file))),
};

function checkFile({ path, form, text, json }: StoredFile): Problem[] {
  if (form === undefined || json === undefined) return [];
  if (WRITTEN.has(form) && text !== canonicalJson(json))
    return [{ path, text: 'Expected canonical JSON: sorted keys, two spaces a level, a final newline.' }];
  if (SORTED.has(form) && `${JSON.stringify(json, null, 2)}\n` !== canonicalJson(json))
    return [{ path, text: 'Expected sorted keys.' }];
  return [];
}

function checkLines(file: StoredFile): Problem[] {
  const { path, form } = file;
  if (form === undefined) return [];
  const order = membersOf(form);
  const wrong = linesOf(file).find(({ json }) => {
    // A key that the schema does not know is the schema linter's matter.
    const keys = Object.keys(json ?? {}).filter((key) => order.includes(key));
    return keys.join() !== order.filter((key) => keys.includes(key)).join();
  });
  return wrong === undefined
    ? []
    : [{ path, text: `Expected the keys of line ${wrong.number} in the order ${order.join(', ')}.` }];
}
