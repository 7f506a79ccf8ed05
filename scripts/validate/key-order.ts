import { canonicalJson } from '../../data/canonical-json.ts';
import { isForm, membersOf } from '../../data/forms.ts';
import { laidOut } from './layout.ts';
import { isLines, linesOf } from './lines.ts';
import type { Linter, Problem, StoredFile } from './linter.ts';
import { valueOf } from './value-of.ts';

/** Written by the house, byte for byte; the rest of `data/` is laid out by the formatter. */
const WRITTEN = new Set(['asked', 'baseline', 'published', 'record', 'verified']);
/** Written by hand with sorted keys. Drivers keep the order in which they are read best. */
const SORTED = new Set(['capabilities', 'clients', 'note']);

/** Records and data have sorted keys, what the house writes has its exact bytes, lines have the order of their schema. */
export const keyOrder: Linter = {
  name: 'key-order',
  description:
    'Records, overlays, baselines and published lists are canonical JSON; capabilities, clients and notes have sorted keys; JSON lines are as their writer writes them, keys in the order of the schema.',
  check: ({ files }) => files.flatMap((file) => (isLines(file) ? checkLines(file) : checkFile(file))),
  fix: (file) => {
    if (checkFile(file).length === 0) return undefined;
    return WRITTEN.has(file.form ?? '') ? canonicalJson(file.json) : laidOut(file.json);
  },
};

function checkFile(file: StoredFile): Problem[] {
  const { path, form, text } = file;
  // What its schema refuses may be nested deeper than anybody can follow: `schema` has told it.
  const json = form === undefined ? undefined : valueOf(file, form);
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
  for (const { number, text, json } of linesOf(file)) {
    const keys = Object.keys(json ?? {}).filter((key) => order.includes(key));
    if (keys.join() !== order.filter((key) => keys.includes(key)).join())
      return [{ path, text: `Expected the keys of line ${number} in the order ${order.join(', ')}.` }];
    // A key that stands twice, a number too large and blanks between are lost when it is read.
    if (isForm(form, json) && JSON.stringify(json) !== text)
      return [{ path, text: `Expected line ${number} as JSON.stringify writes it, got the same in other bytes.` }];
  }
  return [];
}
