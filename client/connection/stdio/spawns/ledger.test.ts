import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test-servers/client.ts';
import { type SpawnEntry, toLine } from './entry.ts';
import { appendToLedger, ledgerPath, readLedger } from './ledger.ts';
import { pruneLedger } from './prune.ts';

const entryOf = (pid: number, server = 'docs'): SpawnEntry => ({
  pid,
  create_time: `start ${pid}`,
  pgid: pid,
  purpose: 'mcp-helper',
  server,
  argv: ['/bin/server'],
  spawner_pid: 2,
  spawner_create: 'start 2',
  registered_at: '2026-01-01T00:00:00.000Z',
});

const newLedger = () => ledgerPath(temporaryFolder());
const pidsIn = (path: string) => readLedger(path).entries.map(({ pid }) => pid);

describe('the ledger of spawns', () => {
  it('is empty where there is none, and made for the user alone', () => {
    const path = newLedger();
    expect(readLedger(path)).toEqual({ entries: [], corrupt: false });
    expect(appendToLedger(path, toLine(entryOf(10)))).toMatchObject({ before: 0 });
    appendToLedger(path, toLine(entryOf(11)));
    expect(readLedger(path)).toEqual({ entries: [entryOf(10), entryOf(11)], corrupt: false });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('loses the entries that are not kept, and nothing else is left of the work', () => {
    const path = newLedger();
    for (const pid of [10, 11, 12]) appendToLedger(path, toLine(entryOf(pid)));
    pruneLedger(path, ({ pid }) => pid !== 11);
    expect(pidsIn(path)).toEqual([10, 12]);
    expect([readdirSync(join(path, '..')), statSync(path).mode & 0o777]).toEqual([['spawn-ledger.json'], 0o600]);
  });

  it('is pruned by one client at a time, and not for ever by one that died over it', () => {
    const path = newLedger();
    appendToLedger(path, toLine(entryOf(10)));
    writeFileSync(`${path}.new`, '');
    pruneLedger(path, () => false);
    expect(pidsIn(path)).toEqual([10]);
    utimesSync(`${path}.new`, 1000, 1000);
    pruneLedger(path, () => false);
    pruneLedger(path, () => false);
    expect(pidsIn(path)).toEqual([]);
  });

  it('keeps what was appended while it was pruned', () => {
    const path = newLedger();
    appendToLedger(path, toLine(entryOf(10)));
    pruneLedger(path, () => {
      appendToLedger(path, toLine(entryOf(11)));
      return true;
    });
    expect(pidsIn(path)).toEqual([10, 11]);
  });

  it('with unreadable lines keeps the others, and the file as it was beside', () => {
    const path = newLedger();
    const text = `${toLine(entryOf(10))}{"half\n${toLine(entryOf(11))}`;
    writeFileSync(path, text);
    expect(readLedger(path)).toEqual({ entries: [entryOf(10), entryOf(11)], corrupt: true });
    pruneLedger(path, () => true);
    expect(readLedger(path)).toEqual({ entries: [entryOf(10), entryOf(11)], corrupt: false });
    expect(readFileSync(`${path}.corrupt`, 'utf8')).toBe(text);
  });

  it.each([
    ['that is no text', Buffer.from([0xff, 0xfe, 0])],
    ['that is too large', Buffer.alloc(1024 * 1024 + 1, 'x')],
  ])('%s is put aside', (_what, bytes) => {
    const path = newLedger();
    writeFileSync(path, bytes);
    expect(readLedger(path)).toEqual({ entries: [], corrupt: false });
    expect(readFileSync(`${path}.corrupt`).equals(bytes)).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['spawn-ledger.json.corrupt']);
  });

  it('that is a folder is an error, and stays', () => {
    const path = newLedger();
    mkdirSync(path);
    expect(() => readLedger(path)).toThrow('no plain file');
    expect(() => appendToLedger(path, 'x')).toThrow('EISDIR');
  });

  it('has every line of 20 clients that write and prune at once', async () => {
    const path = newLedger();
    const writers = 20;
    const each = 40;
    const script = join(path, '..', 'writer.cjs');
    await build({
      stdin: {
        resolveDir: import.meta.dirname,
        loader: 'ts',
        contents: `
          import { toLine } from './entry.ts';
          import { appendToLedger } from './ledger.ts';
          import { pruneLedger } from './prune.ts';
          const [path, entry, first] = process.argv.slice(2);
          process.stdin.resume().once('end', () => {
            for (let pid = Number(first); pid < Number(first) + ${each}; pid += 1) {
              appendToLedger(path, toLine({ ...JSON.parse(entry), pid, pgid: pid }));
              if (pid % 4 === 0) pruneLedger(path, ({ server }) => server === 'docs');
            }
          });
          process.stdout.write('ready');`,
      },
      bundle: true,
      platform: 'node',
      outfile: script,
      logLevel: 'error',
    });
    const dead = toLine(entryOf(5, 'dead'));
    appendToLedger(path, dead.repeat(10));
    const children = Array.from({ length: writers }, (_, index) =>
      spawn(process.execPath, [script, path, JSON.stringify(entryOf(10)), String(1000 * (index + 1))], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    const exits = children.map((child) => once(child, 'exit'));
    await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
    for (const { stdin } of children) stdin.end();
    expect(await Promise.all(exits)).toEqual(children.map(() => [0, null]));
    const { entries, corrupt } = readLedger(path);
    const found = new Set(entries.filter(({ server }) => server === 'docs').map(({ pid }) => pid));
    expect([corrupt, found.size]).toEqual([false, writers * each]);
    pruneLedger(path, ({ server }) => server === 'docs');
    expect(readFileSync(path, 'utf8')).not.toContain('dead');
  });
});
