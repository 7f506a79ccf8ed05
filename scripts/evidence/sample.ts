import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '../../data/canonical-json.ts';
import type { FieldsVerdict, RunRecord } from '../../data/types/record.ts';
import { runKey } from '../../harness/plan/run.ts';
import type { Streams } from '../streams.ts';

/** For tests: records, and folders of runs, made by hand. */

/** A verdict of a result scenario in which `field` arrived once as text. */
export function arrived(short: string, check: { id: string; outcome: 'met' | 'not met' }): FieldsVerdict {
  const places = [{ line: 1, offset: 0, pointer: '/messages/1/content' }];
  return {
    checks: [check],
    fields: [{ as: 'text', count: 1, field: 'content', parts: 'whole', places }],
    kind: 'fields',
    order: ['content'],
    said: null,
    short,
  };
}

/** A record that fits the schema; what a test does not care about is filled in. */
export function sampleRecord(given: Partial<RunRecord> = {}): RunRecord {
  return {
    capability: 'tools.result.content',
    client: 'sample',
    clientVersion: '1.0.0',
    config: 'default',
    cost: { characters: 40, tokens: 10 },
    fixtureVersion: '1',
    judgeVersion: '1',
    offeredAs: 'probe_large',
    protocolVersion: '2025-11-25',
    scenario: 'tools.result.large',
    server: 'both',
    transport: 'stdio',
    verdict: arrived('[…] content only (1x, as text)', { id: 'contentArrives', outcome: 'met' }),
    wire: { clientFramesInvalid: 0, processes: 1 },
    wrapper: null,
    ...given,
  };
}

/** Writes a run's three files below `runs`; answers with its folder. */
export async function writeRun(
  runs: string,
  record: RunRecord,
  bytes: { wire?: string; model?: string } = {},
): Promise<string> {
  const folder = join(runs, runKey({ ...record, version: record.clientVersion }));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'record.json'), canonicalJson(record));
  await writeFile(join(folder, 'wire.jsonl'), bytes.wire ?? '{"seq":1,"process":1,"dir":"c2s","text":"{}"}\n');
  await writeFile(join(folder, 'model.jsonl'), bytes.model ?? '');
  return folder;
}

/** Runs `use` with an empty folder that is gone afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-client-probe-test-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Streams that remember what was written. */
export function recorder(): { out: string; err: string } & Streams {
  const written = {
    out: '',
    err: '',
    stdout: (text: string): void => {
      written.out += text;
    },
    stderr: (text: string): void => {
      written.err += text;
    },
  };
  return written;
}
