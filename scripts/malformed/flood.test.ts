import { describe, expect, it } from 'vitest';
import { MAX_MEGABYTES, talkBench, type Way } from './peak.ts';

/** So many bytes come in all. `npm run flood` sends a whole gigabyte, in messages of more sizes. */
const FLOOD_BYTES = Number(process.env.FLOOD_BYTES ?? 2 ** 27);
const SIZES = process.env.FLOOD_BYTES === undefined ? [500, 4_000_000] : [500, 60_000, 250_000, 9_000_000];

const talk = talkBench();
const quiet = new Map<Way, Promise<number>>();

/** The peak of a talk in which each of the kinds comes once. Measured once a way. */
function peakOfFew(way: Way): Promise<number> {
  const few = Object.values(KINDS).map((frameOf) => ({ flood: { frame: frameOf(500), times: 1 } }));
  const known = quiet.get(way) ?? talk([...few, { answer: {} }], way).then(({ peak }) => peak);
  quiet.set(way, known);
  return known;
}

const x = (bytes: number): string => 'x'.repeat(bytes);

/** Short texts, none of which comes twice: V8 keeps what `JSON.parse` has read of such in a table. */
const shortTexts = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 10) }, (_, at) => `"${at.toString(36)} {{n}}"`).join();

/** What a server may send of its own while a call waits, each with so many bytes that nobody needs. */
const KINDS = {
  'log messages': (bytes) =>
    `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${x(bytes)}"}}`,
  'log messages that are not ASCII': (bytes) =>
    `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"€${x(bytes)}"}}`,
  cancellations: (bytes) => `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"${x(bytes)}"}}`,
  'notifications of small values': (bytes) =>
    `{"jsonrpc":"2.0","method":"of/nobody","params":{"x":[${'{},'.repeat(bytes / 3)}{}]}}`,
  'log messages of short texts': (bytes) =>
    `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":[${shortTexts(bytes)}]}}`,
  'reports of progress': (bytes) =>
    `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"{{n}}","progress":1,"x":[${shortTexts(bytes)}]}}`,
  'answers of short texts that no request waits for': (bytes) =>
    `{"jsonrpc":"2.0","id":"a{{n}}","result":{"x":[${shortTexts(bytes)}]}}`,
  'answers with a long id': (bytes) =>
    `{"jsonrpc":"2.0","id":"{{n}}${x(Math.min(bytes, 70_000))}","result":{"x":[${shortTexts(bytes)}]}}`,
  'requests for nothing known': (bytes) =>
    `{"jsonrpc":"2.0","id":"r{{n}}","method":"m{{n}}","params":{"x":[${shortTexts(bytes)}]}}`,
  'answers that no request waits for': (bytes) =>
    `{"jsonrpc":"2.0","id":"of nobody {{n}}","result":{"content":[],"x":"${x(bytes)}"}}`,
  pings: (bytes) => `{"jsonrpc":"2.0","id":"q{{n}}","method":"ping","params":{"x":"${x(bytes)}"}}`,
  'sampling requests': (bytes) =>
    `{"jsonrpc":"2.0","id":"s{{n}}","method":"sampling/createMessage","params":{"messages":[],"maxTokens":5,"x":"${x(bytes)}"}}`,
  batches: (bytes) => `[{"jsonrpc":"2.0","id":"b{{n}}","method":"ping"},{"jsonrpc":"2.0","method":"${x(bytes)}"}]`,
} satisfies Record<string, (bytes: number) => string>;

/** What is no message at all: it ends a request over HTTP, so that it floods only what all messages share. */
const NOISE = {
  'text that is no JSON': x,
  'JSON that is no message': (bytes) => `[${shortTexts(bytes)}]`,
  'messages of another version': (bytes) =>
    `{"jsonrpc":"{{n}}","id":"v{{n}}","method":"ping","x":[${shortTexts(bytes)}]}`,
  'messages with a broken id': (bytes) => `{"jsonrpc":"2.0","id":tru{{n}}${x(bytes)}}`,
  'messages with a fault at their end': (bytes) => `{"jsonrpc":"2.0","method":"n","params":{"x":"${x(bytes)}"},}`,
  'answers to the request with a fault at their end': (bytes) =>
    `{"jsonrpc":"2.0","id":{{id}},"result":{"x":"${x(bytes)}"},}`,
  'JSON that breaks off': (bytes) => `{"jsonrpc":"2.0","x":"${x(bytes)}`,
} satisfies Record<string, (bytes: number) => string>;

describe.skipIf(process.platform !== 'linux').each<Way>(['stdio', 'stream', 'sse'])('a flood over %s', (way) => {
  const rows = Object.entries({ ...KINDS, ...(way === 'stdio' && NOISE) }).flatMap(([kind, frameOf]) =>
    SIZES.map((bytes) => [kind, bytes, frameOf(bytes)] as const),
  );

  it.for(rows)(
    'of %s, %i bytes each, costs little memory',
    { timeout: 3 * 120_000 },
    async ([, , frame], { annotate }) => {
      const before = await peakOfFew(way);
      const steps = [{ flood: { frame, times: Math.ceil(FLOOD_BYTES / frame.length) } }, { answer: {} }];
      const costs: number[] = [];
      // When memory is given back is not the same twice: what is over the limit once is read twice more, and the median counts.
      do {
        const { told, peak } = await talk(steps, way);
        expect(told).toBe('{"result": ""}');
        costs.push(peak - before);
      } while (costs.length < 3 && (costs[0] ?? 0) > MAX_MEGABYTES);
      await annotate(`${costs.map((cost) => cost.toFixed(0)).join(', ')} MB more than without`);
      expect(before).toBeGreaterThan(10);
      expect(costs.sort((one, other) => one - other)[costs.length >> 1]).toBeLessThanOrEqual(MAX_MEGABYTES);
    },
  );
});
