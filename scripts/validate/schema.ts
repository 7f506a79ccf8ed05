import { faultOf } from '../../data/forms.ts';
import { isLines, linesOf } from './lines.ts';
import type { Linter, Problem, StoredFile } from './linter.ts';
import { faultIn } from './value-of.ts';

/** More faults of one file say no more than these. */
const ENOUGH = 5;

/** Every JSON file of `data/` has a form, and every form, record and line fits its schema. */
export const schema: Linter = {
  name: 'schema',
  description: 'Every JSON file and every JSON line fits the schema of its place in data/schema/.',
  check: ({ files }) => files.flatMap((file) => (isLines(file) ? checkLines(file) : checkFile(file))),
};

function checkFile(file: StoredFile): Problem[] {
  const { path, form, json } = file;
  if (!path.endsWith('.json')) return [];
  if (json === undefined) return [{ path, text: 'Expected JSON.' }];
  if (form === undefined) return [{ path, text: 'Expected a place whose files have a schema in data/schema/.' }];
  const fault = faultIn(file);
  return fault === undefined ? [] : [{ path, text: `Expected it to fit ${form}.schema.json: ${fault}.` }];
}

function checkLines(file: StoredFile): Problem[] {
  const { path, form, text } = file;
  if (form === undefined) return [{ path, text: 'Expected JSON lines to be wire.jsonl or model.jsonl of a run.' }];
  const problems = linesOf(file).flatMap(({ number, json }) => {
    const fault = json === undefined ? 'it is no JSON' : faultOf(form, json);
    return fault === undefined ? [] : [{ path, text: `Expected line ${number} to fit ${form}.schema.json: ${fault}.` }];
  });
  if (text !== '' && !text.endsWith('\n')) problems.push({ path, text: 'Expected the last line to end in a newline.' });
  return problems.slice(0, ENOUGH);
}
