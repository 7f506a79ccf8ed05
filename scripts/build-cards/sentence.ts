import { parseShort, type Sighting, WHOLE } from '../../harness/compare/short-form.ts';
import { code } from '../markdown.ts';
import { shortened } from './shortened.ts';

/** A verdict as far as a sentence needs it. */
export interface Told {
  /** The short form, ours or a published one. */
  short: string;
  /** The client's own words in place of a result; null where it said none, or where only its wrapper is known. */
  said: string | null;
}

const NAMES: Record<string, string> = {
  content: 'the text',
  structuredContent: 'the structured value',
  payload: 'what both fields say',
  _meta: code('_meta'),
  'reserved _meta': `what is reserved in ${code('_meta')}`,
  image: 'the image',
  audio: 'the sound',
  envelope: 'the whole result object',
};
const FORMS: Record<string, string> = { 'image part': 'an image', 'audio part': 'a sound', 'file path': 'a file path' };

/** What the model then sees, as one sentence of Markdown. `sent` are the fields that the scenario put into the result. */
export function sentence(told: Told, sent: string[] = []): string {
  const text = clause(told, sent);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The same, to stand behind a condition: no capital, no full stop. */
export function clause({ short, said }: Told, sent: string[] = []): string {
  const form = parseShort(short);
  switch (form.kind) {
    case 'fields':
      return `the model sees ${seen(form.fields)}${missing(form.fields, sent)}`;
    case 'client words': {
      const what = form.what === 'placeholder' ? 'the model sees words of the client' : 'the model is told of an error';
      return `${what} in place of the result${quoting(form.quotes)}${said === null ? '' : `: ${code(shortened(said))}`}`;
    }
    case 'nothing':
      return 'the model sees nothing of the result';
    case 'not offered':
      return 'the model is never offered the tool';
    case 'status':
      return `the client meets ${form.met} of ${form.of} checks`;
    case 'other':
      return `the verdict is ${code(form.text)}`;
    default:
      return form satisfies never;
  }
}

/** A refused value may stand in the words of the error. */
function quoting(quotes: string[]): string {
  if (quotes.length === 0) return '';
  const names = quotes.map((field) => (field === WHOLE ? 'the whole result object' : (NAMES[field] ?? code(field))));
  return `, which quotes ${list(names)}`;
}

function seen(fields: Map<string, Sighting[]>): string {
  const all = [...fields].flatMap(([field, sightings]) => sightings.map((sighting) => ({ field, ...sighting })));
  const forms = new Set(all.flatMap(({ form }) => (form === undefined ? [] : [form])));
  const [shared] = forms.size === 1 ? forms : [];
  const counted = all.filter(({ form }) => form !== undefined);
  const rest = all.filter(({ form }) => form === undefined);
  const phrases = counted.map((one) => `${amount(one)}${shared === undefined ? ` ${asForm(one.form)}` : ''}`);
  const others = list(rest.map(amount));
  if (phrases.length === 0) return others;
  const [, second, third] = phrases;
  const together = third === undefined ? 'both ' : 'all ';
  const how = shared === undefined ? '' : `, ${second === undefined ? '' : together}${asForm(shared)}`;
  return `${list(phrases)}${how}${rest.length === 0 ? '' : `, and ${others} too`}`;
}

function amount({ field, count, parts }: Sighting & { field: string }): string {
  const name = NAMES[field] ?? code(field);
  const which = parts === 'whole' ? name : `only the ${parts} of ${name}`;
  if (count === undefined || (parts !== 'whole' && count === 1)) return which;
  if (count === 1) return `${which} once`;
  return `${which} ${count === 2 ? 'twice' : `${count} times`}`;
}

function asForm(form = 'text'): string {
  return `as ${FORMS[form] ?? form}`;
}

/** What was sent and is nowhere. A whole envelope holds all, and nobody misses what the protocol keeps for itself. */
function missing(fields: Map<string, Sighting[]>, sent: string[]): string {
  if (fields.has('envelope')) return '';
  const lost = sent.filter((field) => !fields.has(field) && field !== 'reserved _meta');
  return lost.length === 0
    ? ''
    : `, but not ${list(
        lost.map((field) => NAMES[field] ?? code(field)),
        'or',
      )}`;
}

function list(items: string[], word = 'and'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${word} ${last}`;
}
