import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../connect.ts';
import { handshakeServer } from '../../test-servers/answers.ts';
import { connected, stdioBench, temporaryFolder } from '../../test-servers/client.ts';
import { runs, startClient, until, watchdogsOf } from '../../test-servers/processes.ts';
import { containment, type Identity } from '../contain/containment.ts';
import { type SpawnEntry, toLine } from './entry.ts';
import { appendToLedger, ledgerPath, readLedger } from './ledger.ts';
import { endOrphans, isOrphan } from './orphans.ts';
import { registerSpawn } from './register.ts';

const mask = { hide: (text: string) => text, longest: 0 };

/** A shell that leads a group of its own, and has said that it is ready. */
async function lead(script: string): Promise<ChildProcess & { pid: number }> {
  const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const { pid } = child;
  if (pid === undefined) throw new Error('no shell');
  onTestFinished(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // As it should be.
    }
  });
  await once(child.stdout, 'data');
  return child as ChildProcess & { pid: number };
}

const identify = (pid: number): Identity => {
  const found = containment.identify(pid);
  if (found === undefined) throw new Error(`no process ${pid}`);
  return found;
};

/** A process that is dead. */
async function deadClient(): Promise<Identity> {
  const child = await lead('echo ready; exec sleep 1000');
  const found = identify(child.pid);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  return found;
}

/** Puts a process into the ledger of a home as that of a client that is gone. */
async function orphan(home: string, pid: number, more: Partial<SpawnEntry> = {}): Promise<void> {
  const spawner = await deadClient();
  const entry: SpawnEntry = {
    pid,
    create_time: identify(pid).start,
    pgid: pid,
    purpose: 'mcp-helper',
    server: 'docs',
    argv: [],
    spawner_pid: spawner.pid,
    spawner_create: spawner.start,
    registered_at: '',
    ...more,
  };
  appendToLedger(ledgerPath(home), toLine(entry));
}

async function end(home: string): Promise<string[]> {
  const logged: string[] = [];
  await endOrphans(home, (line) => logged.push(line));
  return logged;
}

describe.runIf(existsSync('/proc'))('endOrphans', () => {
  it('ends what a client that is gone has left behind', async () => {
    const home = temporaryFolder();
    const { pid } = await lead('echo ready; sleep 1000 & sleep 1000; true');
    await orphan(home, pid);
    expect(await end(home)).toEqual([
      `MCP server "docs": process group ${pid}, left behind by a client that is gone, is ended`,
    ]);
    expect([runs(pid), containment.members(pid)]).toEqual([false, []]);
    expect(await end(home)).toEqual([]);
  });

  it('asks with SIGTERM first, and kills who does not listen', async () => {
    const home = temporaryFolder();
    const heard = join(home, 'heard');
    const { pid } = await lead(`trap 'echo >> ${heard}' TERM; echo ready; while :; do sleep 0.05; done`);
    await orphan(home, pid);
    await end(home);
    expect(readFileSync(heard, 'utf8')).toBe('\n');
    expect([runs(pid), containment.members(pid)]).toEqual([false, []]);
  });

  it('kills who does not listen also when the leader of its group did', async () => {
    const home = temporaryFolder();
    const { pid } = await lead(`(trap '' TERM; echo ready; while :; do sleep 0.05; done) & wait`);
    await orphan(home, pid);
    await until(() => containment.members(pid).length > 1);
    await end(home);
    expect([runs(pid), containment.members(pid)]).toEqual([false, []]);
  });

  it('waits once for those whom several servers find at the same time', async () => {
    const home = temporaryFolder();
    const { pid } = await lead('echo ready; exec sleep 1000');
    await orphan(home, pid);
    const logged = await Promise.all([end(home), end(home)]);
    expect(logged.flat()).toHaveLength(1);
    expect(runs(pid)).toBe(false);
  });

  it.each<[string, (live: Identity) => Partial<SpawnEntry>]>([
    ['whose number is that of another by now', () => ({ create_time: 'boot/pid/1' })],
    ['whose client lives', (live) => ({ spawner_pid: live.pid, spawner_create: live.start })],
    ['of this client', () => ({ spawner_pid: process.pid, spawner_create: identify(process.pid).start })],
  ])('leaves a process alone %s', async (_which, more) => {
    const home = temporaryFolder();
    const { pid } = await lead('echo ready; exec sleep 1000');
    const client = await lead('echo ready; exec sleep 1000');
    await orphan(home, pid, more(identify(client.pid)));
    expect(await end(home)).toEqual([]);
    expect(runs(pid)).toBe(true);
  });

  it('never ends the group that it is in itself', () => {
    const process = (pid: number, group: number): Identity => ({ pid, start: `start ${pid}`, group, runs: true });
    const leader = process(50, 50);
    const system = {
      identify: (pid: number) => (pid === 50 ? leader : undefined),
      members: () => [leader],
    };
    const entry = { pid: 50, pgid: 50, create_time: 'start 50', spawner_pid: 40, spawner_create: 'start 40' };
    expect(isOrphan(entry as SpawnEntry, process(60, 60), system)).toBe(true);
    expect(isOrphan(entry as SpawnEntry, process(60, 50), system)).toBe(false);
    expect(isOrphan(entry as SpawnEntry, leader, system)).toBe(false);
  });

  it('says when there is no ledger to read', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'file'), '');
    expect(await end(join(home, 'file'))).toEqual(['The ledger of spawns cannot be used: ENOTDIR']);
  });

  it('is done before a server starts, also for one whose client and watchdog were killed', async () => {
    const bench = stdioBench({ answers: handshakeServer, stubborn: true, grandchild: true });
    const client = await startClient(bench.entry, bench.home, 'hold');
    await until(() => client.stdout() === 'connected\n');
    const pid = bench.recorded()[0]?.pid ?? 0;
    for (const watchdog of watchdogsOf(pid)) process.kill(watchdog, 'SIGKILL');
    await until(() => watchdogsOf(pid).length === 0);
    client.child.kill('SIGKILL');
    await client.exited;
    expect(runs(pid)).toBe(true);
    const connection = await connect(bench.entry, bench.context);
    expect([runs(pid), containment.members(pid)]).toEqual([false, []]);
    await connection.close();
  });
});

describe.runIf(existsSync('/proc'))('registerSpawn', () => {
  it('notes a server with who started it, and no secrets', async () => {
    const bench = stdioBench({ answers: handshakeServer });
    if (bench.entry.transport.kind !== 'stdio') throw new Error('not stdio');
    bench.entry.transport.env = { TOKEN: 'tok-0123456789' };
    bench.entry.transport.args.push('tok-0123456789', '--api-key=abc');
    const { command, args } = bench.entry.transport;
    await connected(bench);
    const pid = bench.recorded()[0]?.pid ?? 0;
    expect(readLedger(ledgerPath(bench.home)).entries).toEqual([
      {
        pid,
        create_time: identify(pid).start,
        pgid: pid,
        purpose: 'mcp-helper',
        server: 'docs',
        argv: [command, ...args.slice(0, 2), '[REDACTED]', '--api-key=[REDACTED]'],
        spawner_pid: process.pid,
        spawner_create: identify(process.pid).start,
        registered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      },
    ]);
  });

  it('takes the dead out as the ledger grows', async () => {
    const home = temporaryFolder();
    const { pid } = await lead('echo ready; exec sleep 1000');
    await orphan(home, pid, { create_time: 'gone' });
    const count = 200;
    for (let times = 0; times < count; times += 1)
      registerSpawn({ home, server: `s${times}`, pid: process.pid, argv: ['x'], mask });
    expect(readFileSync(ledgerPath(home), 'utf8')).not.toContain('gone');
  });

  it('is no condition for a start', async () => {
    const bench = stdioBench({ answers: handshakeServer });
    writeFileSync(join(bench.home, 'file'), '');
    const connection = await connected({ ...bench, context: { ...bench.context, home: join(bench.home, 'file') } });
    expect(await connection.listTools()).toHaveLength(1);
    expect(bench.logged).toContain('MCP server "docs" is not in the ledger of spawns: open ENOTDIR');
  });
});
