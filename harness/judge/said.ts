import { isObject, parseJson } from '../json.ts';
import { putNames, type ToolNames } from './envelope.ts';
import type { Envelope, Surrounding } from './types.ts';

/** What a client said in place of a result. */
export interface Words {
  /** Its own words, out of its envelope. */
  said: string;
  /** Whether it told the model of an error, or of anything else. */
  form: 'error' | 'placeholder';
}

interface Candidate extends Surrounding {
  kind: 'error' | 'result';
}

/**
 * Takes a tool message that holds no field out of the client's envelope, and tells an error from a placeholder. It is an
 * error when the message fits the envelope of errors better than that of results, or when the words report one
 * ({@link reportsError}). Words that stood in a JSON string are read as JSON once.
 */
export function readWords(message: string, names: ToolNames, envelope: Envelope): Words {
  const known = (['error', 'result'] as const).flatMap((kind): Candidate[] => {
    const surrounding = envelope[kind];
    return surrounding === undefined ? [] : [{ kind, ...putNames(surrounding, names) }];
  });
  // Long text gets a client's outer wrapper and its JSON, short text may get the JSON alone; an error with more members
  // than the calibration's has the wrapper, and other JSON.
  for (const layer of [(whole: Surrounding) => whole, innermost]) {
    const fits = known.map((candidate) => ({ ...candidate, ...layer(candidate) })).filter((one) => fit(message, one));
    const [best, second] = fits.sort((a, b) => size(b) - size(a));
    if (best === undefined) continue;
    const said = strip(message, best);
    const told = best.kind === 'error' && (second === undefined || size(second) < size(best));
    return { said, form: told || reportsError(said) ? 'error' : 'placeholder' };
  }
  const outer = known.map(outermost).find((one) => fit(message, one));
  const said = outer === undefined ? message : strip(message, outer);
  return { said, form: reportsError(said) ? 'error' : 'placeholder' };
}

/** The last line before the result and the first after it. */
export function innermost({ prefix, suffix }: Surrounding): Surrounding {
  const end = suffix.indexOf('\n');
  return { prefix: prefix.slice(prefix.lastIndexOf('\n') + 1), suffix: end < 0 ? suffix : suffix.slice(0, end) };
}

/** Everything but the last line before the result and the first after it. */
function outermost({ prefix, suffix }: Surrounding): Surrounding {
  const end = suffix.indexOf('\n');
  return { prefix: prefix.slice(0, prefix.lastIndexOf('\n') + 1), suffix: end < 0 ? '' : suffix.slice(end) };
}

function size({ prefix, suffix }: Surrounding): number {
  return prefix.length + suffix.length;
}

/** An empty surrounding fits everything, so it says nothing. */
function fit(message: string, around: Surrounding): boolean {
  const { prefix, suffix } = around;
  return size(around) > 0 && message.length >= size(around) && message.startsWith(prefix) && message.endsWith(suffix);
}

function strip(message: string, { prefix, suffix }: Surrounding): string {
  const words = message.slice(prefix.length, message.length - suffix.length);
  if (!prefix.endsWith('"') || !suffix.startsWith('"')) return words;
  const parsed = parseJson(`"${words}"`);
  return typeof parsed === 'string' ? parsed : words;
}

const ERROR_KEY = /^(?:errors?|is_?error|exception)$/i;
const ERROR_WORDS =
  /\b(?:errors?|exception|fail(?:s|ed|ure)?|invalid|not valid|malformed|expected|missing|rejected|refused|denied|timed? ?out|cannot|can't|could not|couldn't|unable)\b/i;
const NO_ERROR = /\b(?:no|without|0)(?: any)?(?: output or)? (?:errors?|exceptions?|failures?)\b/gi;

/**
 * Whether words report an error. JSON does when its object has a member `error`, `errors`, `isError`, `is_error` or
 * `exception` that is not false, null, empty or 0, or says `"success": false`, `"ok": false` or `"status": "error"`. Other
 * text does when it holds one of a short list of words (error, exception, fail, invalid, malformed, expected, missing,
 * rejected, refused, denied, timed out, cannot, could not, unable), `no error` and `without errors` apart.
 */
export function reportsError(words: string): boolean {
  const value = parseJson(words);
  if (!isObject(value)) return ERROR_WORDS.test(words.replaceAll(NO_ERROR, ''));
  const { success, ok, status } = value;
  if (success === false || ok === false || (typeof status === 'string' && /^error$/i.test(status))) return true;
  return Object.entries(value).some(([key, member]) => ERROR_KEY.test(key) && Boolean(member));
}
