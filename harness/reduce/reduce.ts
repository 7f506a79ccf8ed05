import type { ModelLine } from '../../data/types/model-line.ts';
import type { Json, ModelExchange, Scenario } from '../../scenarios/types.ts';
import { isObject, member } from '../json.ts';
import { walkStrings } from '../judge/search/walk.ts';
import type { DialectId } from '../model/dialect.ts';
import { dialects } from '../model/dialects.ts';
import { readModelLines } from '../model/exchanges.ts';
import { findKept } from './kept.ts';
import { isOmitted, omit } from './omission.ts';
import { type Ours, readOurs } from './ours.ts';
import { look, reduceText } from './reduce-text.ts';
import { type Kept, reduceValue, type TextReducer } from './reduce-value.ts';

/**
 * The form of an outside client's model.jsonl that may be published; what the judge says of it is what it says of the
 * full one. A pure function; reducing twice is reducing once.
 *
 * Whole stay: answers of the mocked model and its calls in the history, definitions of the fixture's tools under whatever
 * name, and messages with a result of a call that the mocked model made. What is ours inside of other texts (tokens, whole
 * or half and in any spelling; names of tools; phrases that the fixture serves) stays where it stands.
 *
 * The form of a request stays too: keys, numbers, booleans, null, and words of up to 64 letters, digits and signs of
 * names, unless the key says that they are a text (`content`, `description` …). Every other string becomes
 * `{{omitted <bytes> sha256:<digest>}}`. So do, as their compact JSON: schemas of others' tools, any JSON Schema, and any
 * object one of whose keys is no word. So does the body of a request that is no turn of the talk.
 *
 * Throws HarnessError `store` where a line is no exchange.
 */
export function reduceModelLines(modelJsonl: string, scenario: Scenario): string {
  const exchanges = readModelLines(modelJsonl);
  const lines = modelJsonl.split('\n').slice(0, exchanges.length);
  const parsed = lines.map((line) => JSON.parse(line) as ModelLine);
  const ours = readOurs(
    scenario,
    exchanges,
    parsed.map(({ response }) => response),
  );
  const kept = findKept(exchanges, ours);
  const toText = remembering(reduceText);
  const reduced = parsed.map((line, index) => {
    const body = reduceBody(line, exchanges[index] as ModelExchange, { ours, kept: kept[index] as Kept, toText });
    const { seq, launch, reached, dialect, method, path, status, response } = line;
    return JSON.stringify({ seq, launch, reached, dialect, method, path, body, status, response });
  });
  return reduced.join('\n') + (modelJsonl.endsWith('\n') ? '\n' : '');
}

interface Means {
  ours: Ours;
  kept: Kept;
  toText: TextReducer;
}

function reduceBody(
  { dialect, method, path, body, base64 }: ModelLine,
  { body: value }: ModelExchange,
  { ours, kept, toText }: Means,
): string {
  if (body === undefined) return omit(Buffer.from(base64 ?? '', 'base64'));
  if (body === '' || isOmitted(body)) return body;
  if (value === undefined) return omit(body);
  const turn = dialects[dialect as DialectId].route(method, path) === 'turn';
  if (!turn && !holdsOurs(body, value, ours, kept)) return omitWhole(body, value);
  try {
    return JSON.stringify(reduceValue(value, ours, kept, toText));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Nested deeper than JSON can be written: no client means that.
    return omitWhole(body, value);
  }
}

/** The judge also looks at requests that are no turns, a count of tokens for example. */
function holdsOurs(body: string, value: Json, ours: Ours, { texts }: Kept): boolean {
  return look(body, ours) !== '' || walkStrings(value).some(({ text }) => texts.has(text));
}

/** To the judge a request is one whose body is an object, so an object it stays. */
function omitWhole(body: string, value: Json): string {
  if (!isObject(value)) return omit(body);
  return isOmitted(member(value, 'omitted')) ? body : JSON.stringify({ omitted: omit(body) });
}

/** A talk repeats its history in each request. */
function remembering(reduce: TextReducer): TextReducer {
  const known = new Map<string, string>();
  return (text, ours, retell) => {
    const key = `${retell === undefined ? 'text' : 'JSON'} ${text}`;
    const reduced = known.get(key) ?? reduce(text, ours, retell);
    known.set(key, reduced);
    return reduced;
  };
}
