import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunRecord } from '../../data/types/record.ts';
import { recorder, withFolder, writeRun } from '../evidence/sample.ts';
import { runDiff } from './diff.ts';
import {
  allCommitted,
  committed,
  hidden,
  recordOf,
  remade,
  retold,
  reworded,
  rewrapped,
  type Talk,
} from './testing/replay.ts';

// Regressions that users of real clients found by hand, replayed: committed evidence is changed as the client changed it,
// the judge gives both verdicts, and `diff` has one line for it.

const HERMES = 'hermes-ts@0.1.0/default/both-stdio';
const LANGCHAIN = 'langchain@1.5.14/default/both-stdio';

const before = (talk: Talk): RunRecord => recordOf(talk, '1.0.0');
const after = (talk: Talk): RunRecord => recordOf(talk, '2.0.0');

/** The rows of the Markdown table, and the exit code. */
async function told(...records: RunRecord[]): Promise<{ code: number; rows: string[] }> {
  return withFolder(async (root) => {
    for (const record of records) await writeRun(join(root, 'runs'), record);
    const streams = recorder();
    const code = await runDiff({ ...streams, root, a: 'sample@1.0.0', b: 'sample@2.0.0', format: 'md' });
    expect(streams.err).toBe('');
    const [, ...rows] = streams.out.split('\n').filter((line) => line.startsWith('| '));
    return { code, rows };
  });
}

const TEXT = String.raw`"type":"text","text":"The station reports cnt~head~1pr5~b4 in the morning.",`;

it('1. content is lost beside structuredContent', async () => {
  const talk = committed(LANGCHAIN, 'summary_and_data');
  const without = retold(talk, TEXT, (text) => text.replace(TEXT, ''));
  expect(await told(before(talk), after(without))).toEqual({
    code: 1,
    rows: ['| lost | `content: reached the model → lost, -19 tokens` | `summary_and_data: default/stdio` |'],
  });
});

it('2. errors lose structuredContent', async () => {
  const talk = committed(LANGCHAIN, 'is_error');
  const explained = retold(talk, 'No such station', (text) => `${text} ${structuredContentOf(talk)}`);
  expect(await told(before(explained), after(talk))).toEqual({
    code: 1,
    rows: ['| lost | `structuredContent: reached the model → lost, -11 tokens` | `is_error: default/stdio` |'],
  });
});

it('3. structuredContent is dropped, then both come, then never both', async () => {
  const both = ['summary_and_data', 'mirror'].map((name) => committed(LANGCHAIN, name));
  const marks = [TEXT, 'pay~head~'];
  const dropped = both.map((talk, at) =>
    retold(talk, marks[at] ?? '', (text) => text.replace(/,"structuredContent":\{.*\}(?=\}$)/, '')),
  );
  const never = both.map((talk, at) =>
    retold(talk, marks[at] ?? '', (text) => text.replace(/"type":"text",.*?"(?=,"structured)/, '"x":""')),
  );
  expect(await told(...dropped.map(before), ...both.map(after))).toEqual({
    code: 1,
    rows: [
      '| changed | `payload: 1x → 2x, +16 tokens` | `mirror: default/stdio` |',
      '| gained | `structuredContent: did not reach the model → reached the model, +16 tokens` | `summary_and_data: default/stdio` |',
    ],
  });
  expect(await told(...both.map(before), ...never.map(after))).toEqual({
    code: 1,
    rows: [
      '| lost | `content: reached the model → lost, -18 tokens` | `summary_and_data: default/stdio` |',
      '| changed | `payload: 2x → 1x, -17 tokens` | `mirror: default/stdio` |',
    ],
  });
});

it('4. a wrapper is put around every result', async () => {
  const talks = allCommitted('openai-agents@0.20.0/chat/both-stdio');
  const wrapped = talks.map((talk) => rewrapped(talk, (text) => `<untrusted source="mcp">\n${text}\n</untrusted>`));
  expect(await told(...talks.map(before), ...wrapped.map(after))).toEqual({
    code: 1,
    rows: [
      '| changed | `wrapper: none → 38 characters, beginning "<untrusted source=\\"mcp\\">\\n", +9 to +10 tokens` | `all 17 runs` |',
    ],
  });
});

it('5. an image becomes text, or is dropped', async () => {
  const talk = committed('ai-sdk@6.0.326/anthropic/both-stdio', 'with_image');
  const asText = remade(talk, 'image', ({ source }) => ({ type: 'text', text: (source as { data: string }).data }));
  expect(await told(before(talk), after(asText))).toEqual({
    code: 1,
    rows: ['| changed | `image: as image part → as base64, +35 tokens` | `with_image: default/stdio` |'],
  });
  const dropped = remade(talk, 'image', () => ({ type: 'text', text: '[image]' }));
  expect(await told(before(talk), after(dropped))).toEqual({
    code: 1,
    rows: ['| lost | `image: reached the model → lost, +2 tokens` | `with_image: default/stdio` |'],
  });
});

it('6. a tool for apps only is now shown to the model', async () => {
  const talk = committed(LANGCHAIN, 'app_only');
  expect(await told(before(hidden(talk)), after(talk))).toEqual({
    code: 1,
    rows: ['| changed | `tool: hidden from the model → shown to the model, +36 tokens` | `app_only: default/stdio` |'],
  });
});

it('7. the era is another', async () => {
  const legacy = allCommitted('hermes-ts@0.1.0/legacy/both-stdio');
  const stateless = allCommitted('hermes-ts@0.1.0/stateless/both-stdio');
  expect(await told(...legacy.map(before), ...stateless.map(after))).toEqual({
    code: 1,
    rows: [
      '| changed | `negotiated 2025-11-25 → 2026-07-28` | `all 17 runs` |',
      // A string is not valid structuredContent before 2026-07-28, and is since.
      '| gained | `content: did not reach the model → reached the model; the model was told: "The call failed: the server sent a result that is not valid (structuredContent: …", -15 tokens` | `sc_string: default/stdio` |',
    ],
  });
});

it('8. every tool has another name', async () => {
  const talks = allCommitted(HERMES);
  const renamed = talks.map((talk) => reworded(talk, 'mcp__probe__', 'probe_'));
  expect(await told(...talks.map(before), ...renamed.map(after))).toEqual({
    code: 1,
    rows: ['| changed | `tool name: mcp__probe__<tool> → probe_<tool>, -2 to -1 tokens` | `all 17 runs` |'],
  });
});

/** What the server sent as structuredContent, as JSON. */
function structuredContentOf({ run }: Talk): string {
  return /\\"structuredContent\\":(\{.*?\})/.exec(run.wire)?.[1]?.replaceAll('\\"', '"') ?? '';
}
