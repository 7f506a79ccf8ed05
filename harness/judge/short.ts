import type { FieldSeen } from '../../data/types/record.ts';
import type { Arrival } from './arrival.ts';
import { joinParts } from './count.ts';

type Named = FieldSeen['field'];

/**
 * The short form of a verdict, in the published grammar (docs/verdicts.md). It is extended where the published form has
 * no words for what was seen:
 *
 * - a field that arrived in part, beside another: `[…] in part and {…} (content head and tail, structuredContent 1x, as text)`;
 *   alone and more than once: `[…] content in part (head 2x, as text)`; likewise `{…} structuredContent in part`, `payload in part`;
 * - fields in different forms: `[…] and {…} (content 1x as text, structuredContent 1x as base64)`,
 *   `payload twice (as text and as base64)`, `payload 3x (2x as text and 1x as base64)`;
 * - an image or audio whose bytes arrived, behind the others: `, image as image part` (`, image 2x as base64`);
 * - `, reserved _meta reached the model`, when a key arrived that the protocol keeps for itself; `_meta` means application keys;
 * - neither content nor structuredContent nor payload: `image only (1x, as image part)`, `_meta only (1x, as text)`,
 *   `reserved _meta only (1x, as text)`, in this order of rank;
 * - a whole envelope more than once, or fields beside it, whose counts include the copies inside:
 *   `⟨…⟩ whole envelope (2x, as text)`, `⟨…⟩ whole envelope and […] (content 2x, as text)`;
 * - an error of the client that quotes what it refuses: `"…" client error text, quoting content and structuredContent: "…"`,
 *   `"…" client error text, quoting whole envelope: "…"`.
 */
export function writeShort(arrival: Arrival): string {
  switch (arrival.kind) {
    case 'hidden':
      return 'tool not offered to the model';
    case 'nothing':
      return '"…" nothing of the result reached the model';
    case 'error':
      return `"…" client error text, ${writeQuoted(arrival.quotes)}: ${quote(arrival.message)}`;
    case 'placeholder':
      return `"…" placeholder, no fixture field: ${quote(arrival.message)}`;
    case 'fields': {
      const envelope = arrival.fields.find(({ field }) => field === 'envelope');
      return envelope === undefined
        ? writeFields(arrival.fields)
        : writeEnvelope(envelope, arrival.fields, arrival.sent);
    }
    default:
      return arrival satisfies never;
  }
}

const QUOTED_UNITS = 80;

function quote(message: string): string {
  return JSON.stringify(message.slice(0, QUOTED_UNITS));
}

/** What an error of the client holds of the result. A whole envelope holds the rest. */
function writeQuoted(names: Named[]): string {
  if (names.length === 0) return 'no fixture field';
  return `quoting ${names.includes('envelope') ? 'whole envelope' : joinParts(names)}`;
}

const SYMBOLS: Partial<Record<Named, string>> = { content: '[…]', structuredContent: '{…}' };
const MAIN: Named[] = ['content', 'structuredContent', 'payload'];
const MEDIA: Named[] = ['image', 'audio'];
const META: Named[] = ['_meta', 'reserved _meta'];

function writeFields(seen: FieldSeen[]): string {
  const names = [MAIN, ...[...MEDIA, ...META].map((field) => [field])]
    .map((group) => group.filter((field) => of(seen, field).length > 0))
    .find((group) => group.length > 0);
  const [first, second] = names ?? [];
  if (names === undefined || first === undefined)
    throw new TypeError('Expected at least one field that was seen, got none');
  const rest = writeRest(seen, names);
  if (second === undefined) return writeAlone(first, of(seen, first), rest);
  return `${names.map((field) => symbol(field, seen)).join(' and ')} (${writeCounts(names, seen)}${rest})`;
}

function writeAlone(field: Named, entries: FieldSeen[], rest: string): string {
  const name = SYMBOLS[field] === undefined ? field : `${SYMBOLS[field]} ${field}`;
  if (isPartial(entries)) return `${name} in part (${oneForm(entries, repeated)}${rest})`;
  return field === 'payload' ? writePayload(entries, rest) : `${name} only (${oneForm(entries, amount)}${rest})`;
}

function writePayload(entries: FieldSeen[], rest: string): string {
  const total = entries.reduce((sum, { count, parts }) => sum + (parts === 'whole' ? count : 0), 0);
  const times = total === 1 ? 'once' : total === 2 ? 'twice' : `${total}x`;
  const plain = entries.length === 1 || entries.every((entry) => amount(entry) === '1x');
  const forms = entries.map((entry) => `${plain ? '' : `${amount(entry)} `}as ${entry.as}`);
  return `payload ${times} (${forms.join(' and ')}${rest})`;
}

/** What stands in the envelope is in it by definition, `_meta` as well, so only copies beside it are named. */
function writeEnvelope(envelope: FieldSeen, seen: FieldSeen[], sent: FieldSeen[]): string {
  const beside = seen.filter((one) => {
    const inside = sent.find(({ field, as }) => field === one.field && as === one.as);
    return one !== envelope && one.count > envelope.count * (inside?.count ?? 0);
  });
  const names = MAIN.filter((field) => of(beside, field).length > 0);
  const rest = writeRest(beside, names);
  const times = envelope.count === 1 ? '' : `${envelope.count}x, `;
  if (names.length === 0) return `⟨…⟩ whole envelope (${times}as ${envelope.as}${rest})`;
  const symbols = names.map((field) => symbol(field, beside)).join(' and ');
  return `⟨…⟩ whole envelope and ${symbols} (${times}${writeCounts(names, beside)}${rest})`;
}

/** `content 1x, structuredContent 1x, as text`, or each with its own form. */
function writeCounts(names: Named[], seen: FieldSeen[]): string {
  return oneForm(
    names.flatMap((field) => of(seen, field)),
    (entry) => `${entry.field} ${amount(entry)}`,
  );
}

function oneForm(entries: FieldSeen[], write: (entry: FieldSeen) => string): string {
  const forms = new Set(entries.map(({ as }) => as));
  if (forms.size === 1) return `${entries.map(write).join(', ')}, as ${[...forms].join('')}`;
  return entries.map((entry) => `${write(entry)} as ${entry.as}`).join(', ');
}

/** Media whose bytes arrived, and _meta, behind the fields that the form is about. */
function writeRest(seen: FieldSeen[], named: Named[]): string {
  const media = MEDIA.filter((field) => !named.includes(field)).flatMap((field) =>
    of(seen, field).map(({ as, count }) => `, ${field}${count === 1 ? '' : ` ${count}x`} as ${as}`),
  );
  const meta = META.filter((field) => !named.includes(field) && of(seen, field).length > 0);
  return [...media, ...meta.map((field) => `, ${field} reached the model`)].join('');
}

function symbol(field: Named, seen: FieldSeen[]): string {
  return `${SYMBOLS[field] ?? field}${isPartial(of(seen, field)) ? ' in part' : ''}`;
}

function amount(entry: FieldSeen): string {
  return entry.parts === 'whole' ? `${entry.count}x` : repeated(entry);
}

function repeated({ parts, count }: FieldSeen): string {
  return count === 1 ? parts : `${parts} ${count}x`;
}

function isPartial(entries: FieldSeen[]): boolean {
  return entries.every(({ parts }) => parts !== 'whole');
}

function of(seen: FieldSeen[], field: Named): FieldSeen[] {
  return seen.filter((one) => one.field === field);
}
