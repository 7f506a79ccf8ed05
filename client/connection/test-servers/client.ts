import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Connection, JsonObject, ServerEntry } from '../../types.ts';
import { type ConnectContext, connect } from '../connect.ts';
import type { ConnectionError } from '../errors.ts';
import type { Answers } from './answers.ts';

const stdioServer = fileURLToPath(new URL('stdio.mjs', import.meta.url));

export const clientInfo = {
  name: 'hermes-agent',
  version: '9.8.7',
  title: 'Title',
  websiteUrl: 'https://example.invalid/',
};

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'connection-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function entryOf(transport: ServerEntry['transport'], more: Partial<ServerEntry> = {}): ServerEntry {
  return {
    name: 'docs',
    transport,
    protocol: 'auto',
    timeout: 60,
    connectTimeout: 60,
    supportsParallelToolCalls: false,
    tools: { exclude: [] },
    sampling: { enabled: true, exposeClientTools: false },
    elicitation: { enabled: true },
    ...more,
  };
}

export interface Plan {
  answers: Answers;
  stubborn?: boolean;
  grandchild?: boolean;
  complains?: string;
}

/** What the raw stdio server wrote down. */
interface Recorded {
  pid: number;
  frame?: JsonObject;
  environment?: string[];
  cwd?: string;
  grandchild?: number;
  ignored?: 'end' | 'SIGTERM';
}

export interface Bench {
  home: string;
  entry: ServerEntry;
  context: ConnectContext;
  logged: string[];
  recorded(): Recorded[];
  methods(): unknown[];
}

/** A raw stdio server that is ready to be connected to, and a client's home. */
export function stdioBench(
  plan: Plan,
  more: Partial<ServerEntry> = {},
  environment: NodeJS.ProcessEnv = process.env,
): Bench {
  const home = temporaryFolder();
  const record = join(home, 'record.jsonl');
  const planFile = join(home, 'plan.json');
  writeFileSync(planFile, JSON.stringify({ ...plan, record }));
  const args = [stdioServer, planFile];
  const logged: string[] = [];
  const recorded = () =>
    readFileSync(record, 'utf8')
      .split('\n')
      // The last may be half written.
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Recorded);
  return {
    home,
    entry: entryOf({ kind: 'stdio', command: process.execPath, args, env: {} }, more),
    context: { home, clientInfo, environment, log: (line) => logged.push(line) },
    logged,
    recorded,
    methods: () => recorded().flatMap(({ frame }) => (frame?.method === undefined ? [] : [frame.method])),
  };
}

/** Connects, and closes when the test is over. */
export async function connected({ entry, context }: Pick<Bench, 'entry' | 'context'>): Promise<Connection> {
  const connection = await connect(entry, context);
  onTestFinished(() => connection.close());
  return connection;
}

/** The error that a promise fails with. */
export async function failure(work: Promise<unknown>): Promise<ConnectionError> {
  try {
    await work;
  } catch (error) {
    return error as ConnectionError;
  }
  throw new Error('Expected it to fail, but it did not');
}
