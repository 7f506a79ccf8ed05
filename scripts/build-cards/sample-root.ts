import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TypedEvidence } from '../../data/types/clients.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { arrived, recorder, sampleRecord, writeRun } from '../evidence/sample.ts';
import { runIngest } from '../ingest/ingest.ts';
import { runBuildCards } from './build-cards.ts';

// For tests: a root with a client that was probed.

/** An entry of the registry, with no evidence. */
export const client = {
  category: 'cli',
  description: 'A client for tests.',
  evidence: [] as object[],
  id: 'sample',
  licence: 'MIT',
  notes: {},
  package: 'sample-client',
  readings: [] as object[],
  sdk: { package: '@sample/sdk', title: 'sample SDK' },
  source: null,
  title: 'Sample | client',
  vendor: 'Nobody',
  wireNames: ['sample', 'sample-2'],
};

const hostile = 'no `content` | <script>alert(1)</script>\n\u202E# Heading';

const records: Partial<RunRecord>[] = [
  {},
  { transport: 'http' },
  { config: 'legacy' },
  {
    scenario: 'tools.result.empty_object',
    verdict: {
      ...arrived('"…" client error text, no fixture field: "<wrap"', { id: 'toldOfTheError', outcome: 'met' }),
      fields: [],
      order: [],
      said: hostile,
    },
  },
  {
    scenario: 'tools.result.empty_object',
    config: 'legacy',
    protocolVersion: '2026-07-28',
    verdict: arrived('[…] content only (1x, as text)', { id: 'toldOfTheError', outcome: 'not met' }),
  },
  {
    scenario: 'tools.result.app_only',
    capability: 'apps.visibility',
    verdict: arrived('both', { id: 'hiddenFromTheModel', outcome: 'not met' }),
  },
  { clientVersion: '0.9.0' },
];

/** Fills an empty root: entries, packages, runs and the overlay that ingest makes of them. */
export async function prepare(root: string, clients: object[] = [client]): Promise<void> {
  await mkdir(join(root, 'data'), { recursive: true });
  await writeFile(join(root, 'data', 'clients.json'), JSON.stringify({ clients }));
  const lock = { packages: { 'node_modules/@sample/sdk': { version: '4.5.6', integrity: 'sha512-x' } } };
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(join(root, 'package.json'), JSON.stringify({ dependencies: { '@sample/sdk': '^4.5.0' } }));
  for (const record of records) await writeRun(join(root, 'runs'), sampleRecord(record));
  const streams = recorder();
  const code = await runIngest({ root, date: '2026-11-30', stdout: streams.stdout, stderr: streams.stderr });
  if (code !== 0) throw new Error(`Expected ingest to answer with 0, got ${code}: ${streams.err}`);
}

/** A reading of version 1.0.0. */
export const reading = {
  authored: '2026-11-09',
  branch: 'main',
  clientVersion: '1.0.0',
  commit: '9dcf7714',
  date: '2026-11-09',
  paths: ['src/a.ts'],
  platforms: ['linux'],
  prefers: null,
  publication: null,
  repository: 'https://example.com/sample',
  sdk: null,
  speaks: ['2025-11-25'],
};

/** Evidence from that reading. */
export function typed(given: Partial<TypedEvidence>): TypedEvidence {
  return {
    capability: 'roots',
    clientVersion: '1.0.0',
    date: '2026-11-09',
    note: null,
    revisions: ['2025-11-25'],
    source: { reading: '9dcf7714' },
    status: 'full',
    tier: 'read',
    ...given,
  };
}

/** Runs build-cards in a root. */
export async function build(root: string, check = false): Promise<{ code: number; out: string; err: string }> {
  const streams = recorder();
  const code = await runBuildCards({ root, check, stdout: streams.stdout, stderr: streams.stderr });
  return { code, out: streams.out, err: streams.err };
}
