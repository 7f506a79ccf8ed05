import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Driver, diff, judge, type ProbeResult, probe, type RunRecord, readRecord } from 'mcp-client-probe';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = import.meta.dirname;
const scenario = 'tools.result.summary_and_data';
let out: string;
let now: ProbeResult;

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'small-client-'));
  now = await probe({ root, driver: 'mcp-client-probe.json', scenario, out });
});
afterAll(() => rm(out, { recursive: true }));

it('shows its model both fields of a result', () => {
  expect(now.results.map(({ record }) => record?.verdict.short)).toEqual([
    '[…] and {…} (content 1x, structuredContent 1x, as text)',
  ]);
});

it('has evidence that anybody can judge again, offline', async () => {
  const folder = join(out, `small-client@${now.clientVersion}`, 'default', 'both-stdio', scenario);
  expect(await judge(folder)).toEqual({ kind: 'judged', record: await readRecord(folder) });
});

it('loses structuredContent, and nothing else, when it is told to show text only', async () => {
  const driver = JSON.parse(await readFile(join(root, 'mcp-client-probe.json'), 'utf8')) as Driver;
  const textOnly = { ...driver, configs: { default: { textOnly: true } } };
  const then = await probe({ root, driver: textOnly, scenario });
  const { lost, changed } = await diff(recordsOf(now), recordsOf(then));
  expect(lost.map(({ text }) => text)).toEqual(['structuredContent: reached the model → lost']);
  expect(changed).toEqual([]);
});

function recordsOf({ results }: ProbeResult): RunRecord[] {
  return results.flatMap(({ record }) => record ?? []);
}
