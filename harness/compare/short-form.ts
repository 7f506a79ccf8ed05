/** One way in which a field reached the model, as a short form says it. */
export interface Sighting {
  /** Absent where the short form does not count: `_meta reached the model`. */
  count?: number;
  /** `as`: text, base64, image part, … Absent where the short form does not say. */
  form?: string;
  /** `whole`, or the parts that arrived. */
  parts: string;
}

/** A short form, read. What the grammar does not know is kept whole as `other`. */
export type ShortForm =
  /** A field that arrived in several forms has several sightings. */
  | { kind: 'fields'; fields: Map<string, Sighting[]> }
  /** No field arrived: the client told of an error, which may quote fields, or put something in the result's place. */
  | { kind: 'client words'; what: 'client error text' | 'placeholder'; quotes: string[]; words: string }
  | { kind: 'nothing' }
  | { kind: 'not offered' }
  | { kind: 'status'; status: string; met: number; of: number }
  | { kind: 'other'; text: string };

const FIELD = 'content|structuredContent|payload|_meta|reserved _meta|image|audio';
/** What an error of the client quotes where it holds the result, keys and all. */
export const WHOLE = 'whole envelope';
const FORM = 'text|base64|image part|audio part|file path|XML';
const SYMBOL = String.raw`(?:\[…\]|\{…\}|payload)(?: in part)?`;
const PARTS = '[a-z0-9]+(?: and [a-z0-9]+)*';

const QUOTED = `(?:${FIELD}|${WHOLE})`;
const WORDS = new RegExp(
  `^"…" (client error text|placeholder), (?:no fixture field|quoting (${QUOTED}(?:(?:, | and )${QUOTED})*)): (.*)$`,
  's',
);
const ALONE = new RegExp(String.raw`^(?:\[…\] |\{…\} )?(${FIELD}) (only|in part|once|twice|\d+x)$`);
const TOGETHER = new RegExp(`^${SYMBOL}(?: and ${SYMBOL})+$`);
const ENVELOPE = new RegExp(`^⟨…⟩ whole envelope(?: and ${SYMBOL})*$`);
// Of a payload that came in several forms each is an item: `as text and as base64`.
const ITEMS = /, | and (?=(?:\d+x )?as )/;
const SHARED_FORM = new RegExp(`^as (${FORM})$`);
const REACHED = new RegExp(`^(${FIELD}) reached the model$`);
const AMOUNT = new RegExp(
  String.raw`^(?:(${FIELD})(?: |$))?(?:(?:(${PARTS}) )?(\d+)x|(${PARTS}))?(?: ?\bas (${FORM}))?$`,
);

/**
 * Reads the short form of a verdict, ours or a published one. The grammar is that of docs/verdicts.md with the judge's
 * additions (harness/judge/short.ts): parts beside whole fields, several forms, media, envelopes more than once.
 */
export function parseShort(short: string): ShortForm {
  if (short === 'tool not offered to the model') return { kind: 'not offered' };
  if (short === '"…" nothing of the result reached the model') return { kind: 'nothing' };
  const words = WORDS.exec(short);
  if (words !== null) {
    const [, what, quotes, text = ''] = words;
    return {
      kind: 'client words',
      what: what as 'placeholder',
      quotes: quotes?.split(/, | and /) ?? [],
      words: unquoted(text),
    };
  }
  const status = /^(full|partial|unsupported): (\d+) of (\d+) checks?(?:, \d+ not asked)?$/.exec(short);
  if (status !== null)
    return { kind: 'status', status: status[1] ?? '', met: Number(status[2]), of: Number(status[3]) };
  const [, head, inside] = /^(.*?) \((.*)\)$/s.exec(short) ?? [];
  const fields = head === undefined || inside === undefined ? undefined : readFields(head, inside);
  return fields === undefined ? { kind: 'other', text: short } : { kind: 'fields', fields };
}

/** A short form without the client's own words: what remains is the verdict, and other words for the same are no other. */
export function withoutWords(short: string): string {
  const [, what, quotes] = WORDS.exec(short) ?? [];
  if (what === undefined) return short;
  return `"…" ${what}${quotes === undefined ? '' : `, quoting ${quotes}`}`;
}

type Seen = { field: string; sighting: Sighting }[];

function readFields(head: string, inside: string): Map<string, Sighting[]> | undefined {
  const main = ENVELOPE.test(head) ? 'envelope' : ALONE.exec(head)?.[1];
  if (main === undefined && !TOGETHER.test(head)) return undefined;
  const seen: Seen = [];
  for (const item of inside.split(ITEMS)) if (!readItem(item, main, seen)) return undefined;
  const fields = new Map<string, Sighting[]>();
  const forms = seen.filter(({ field }) => field === main).length;
  for (const { field, sighting } of seen) {
    // A payload's count stands in the head, and an envelope that came once has none.
    if (field === main) sighting.count ??= forms === 1 ? timesIn(head) : 1;
    fields.set(field, [...(fields.get(field) ?? []), sighting]);
  }
  const partial = seen.some(({ sighting }) => sighting.parts !== 'whole');
  return (main === undefined || fields.has(main)) && (partial || !head.includes('in part')) ? fields : undefined;
}

/** Takes one item between the parentheses into `seen`; whether the grammar knows it. Without a name it is about `main`. */
function readItem(item: string, main: string | undefined, seen: Seen): boolean {
  const shared = SHARED_FORM.exec(item)?.[1];
  if (shared !== undefined) {
    const open = seen.some(({ field, sighting }) => field === main && sighting.form === undefined);
    if (main !== undefined && !open) seen.push({ field: main, sighting: { parts: 'whole' } });
    for (const { sighting } of seen) sighting.form ??= shared;
    return seen.length > 0;
  }
  const reached = REACHED.exec(item)?.[1];
  if (reached !== undefined) return seen.push({ field: reached, sighting: { parts: 'whole' } }) > 0;
  const [match, name, partsBefore, times, partsAlone, form] = AMOUNT.exec(item) ?? [];
  const field = name ?? main;
  if (match === undefined || match === '' || field === undefined) return false;
  const count = times === undefined ? 1 : Number(times);
  return (
    seen.push({
      field,
      sighting: { count, parts: partsBefore ?? partsAlone ?? 'whole', ...(form === undefined ? {} : { form }) },
    }) > 0
  );
}

function timesIn(head: string): number {
  const [, , times = ''] = ALONE.exec(head) ?? [];
  if (times === 'twice') return 2;
  return /^\d+x$/.test(times) ? Number.parseInt(times, 10) : 1;
}

function unquoted(quoted: string): string {
  try {
    const text: unknown = JSON.parse(quoted);
    return typeof text === 'string' ? text : quoted;
  } catch {
    return quoted;
  }
}
