import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerEntry } from '../../client/types.ts';
import { type Execution, memoryLedger } from '../../fixture-server/behaviour/ledger.ts';
import type { HttpFixture } from '../../fixture-server/http.ts';
import { noTap } from '../../fixture-server/tap.ts';
import { packageRoot } from '../paths.ts';
import type { ChaosServer } from './plan.ts';

/** A server that can be connected to. */
export interface Served {
  entry: ServerEntry;
  /** What it wrote down, in order. */
  ledger(): readonly Execution[];
  remove(): void;
}

/** Serves a planned server: over HTTP at once, on stdio as a program that the client starts. */
export function serve(server: ChaosServer, fixture: HttpFixture, folder: string): Served {
  const { name, transport, era, plan } = server;
  if (transport === 'stdio') {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(plan));
    const args = [join(packageRoot(), 'dist', 'fixture-server.cjs'), '--plan', file, '--server', era];
    return {
      entry: entryOf(server, { kind: 'stdio', command: process.execPath, args, env: {} }),
      ledger: () => readLedger(`${file}.ledger.jsonl`),
      remove: () => undefined,
    };
  }
  const ledger = memoryLedger();
  const key = `${folder}/${name}`;
  const { url, remove } = fixture.add({ key, plan, server: era, tap: noTap, transport, ledger });
  const sse = transport === 'sse' ? ({ sse: true } as const) : {};
  return { entry: entryOf(server, { kind: 'http', url, headers: {}, ...sse }), ledger: () => ledger.calls, remove };
}

function entryOf({ name, era }: ChaosServer, transport: ServerEntry['transport']): ServerEntry {
  return {
    name,
    transport,
    protocol: era === 'handshake' ? 'legacy' : 'stateless',
    timeout: 60,
    connectTimeout: 60,
    supportsParallelToolCalls: true,
    tools: { exclude: [] },
    sampling: { enabled: true, exposeClientTools: false },
    elicitation: { enabled: true },
  };
}

function readLedger(path: string): Execution[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Execution);
}
