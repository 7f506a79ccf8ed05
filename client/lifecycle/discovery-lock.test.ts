import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockDiscovery } from './discovery-lock.ts';
import { isAlive, markOf } from './process-life.ts';
import { createFakeClock } from './test-support/fake-clock.ts';
import { follow } from './test-support/world.ts';

function home(): { folder: string; lock: string } {
  const folder = mkdtempSync(join(tmpdir(), 'lifecycle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, lock: join(folder, '.mcp-discovery.lock') };
}

/** The number of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('lockDiscovery', () => {
  it('takes a free lock at once, and leaves nothing when it gives it back', async () => {
    const { folder, lock } = home();
    const clock = createFakeClock();
    const release = await lockDiscovery(folder, clock);
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(markOf(process.pid));
    expect(readdirSync(folder)).toEqual(['.mcp-discovery.lock']);
    release();
    expect(readdirSync(folder)).toEqual([]);
    expect(clock.now()).toBe(createFakeClock().now());
  });

  it("leaves a lock alone that has become another's", async () => {
    const { folder, lock } = home();
    const release = await lockDiscovery(folder, createFakeClock());
    writeFileSync(lock, JSON.stringify(markOf(process.ppid)));
    release();
    expect(existsSync(lock)).toBe(true);
  });

  it('waits for an owner that lives, half a second at a time', async () => {
    const { folder, lock } = home();
    const clock = createFakeClock();
    writeFileSync(lock, JSON.stringify(markOf(process.pid)));
    const locked = follow(lockDiscovery(folder, clock));
    await clock.advance(59.9);
    expect(locked.outcome).toBe('pending');
    rmSync(lock);
    await clock.advance(0.5);
    expect(locked.outcome).toBeTypeOf('function');
    (locked.outcome as () => void)();
    expect(existsSync(lock)).toBe(false);
  });

  it('goes on without the lock after 240 tries, and leaves it to its owner', async () => {
    const { folder, lock } = home();
    const clock = createFakeClock();
    writeFileSync(lock, JSON.stringify({ ...markOf(process.ppid) }));
    const locked = follow(lockDiscovery(folder, clock));
    await clock.advance(119.4);
    expect(locked.outcome).toBe('pending');
    await clock.advance(0.6);
    (locked.outcome as () => void)();
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(markOf(process.ppid));
  });

  it.each([
    ['has ended', () => JSON.stringify({ pid: deadPid() })],
    ['has ended, while another has its number', () => JSON.stringify({ pid: process.ppid, start: '1' })],
    ['cannot be read', () => 'not JSON'],
    ['is none', () => JSON.stringify({ pid: -1 })],
  ])('takes the lock over at once from an owner that %s', async (title, text) => {
    if (title.includes('another') && markOf(process.ppid).start === undefined) return;
    const { folder, lock } = home();
    writeFileSync(lock, text());
    const release = await lockDiscovery(folder, createFakeClock());
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(markOf(process.pid));
    expect(readdirSync(folder)).toEqual(['.mcp-discovery.lock']);
    release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does without where there is no place for it', async () => {
    const clock = createFakeClock();
    const release = await lockDiscovery(join(home().folder, 'missing'), clock);
    release();
    expect(clock.sleeping()).toBe(0);
  });

  it('stops waiting when it is told to', async () => {
    const { folder, lock } = home();
    const clock = createFakeClock();
    const controller = new AbortController();
    writeFileSync(lock, JSON.stringify(markOf(process.ppid)));
    const locked = follow(lockDiscovery(folder, clock, controller.signal));
    await clock.advance(1);
    controller.abort();
    await clock.settle();
    expect(locked.outcome).toBeTypeOf('function');
  });

  it('is given back when the process ends', async () => {
    const { folder, lock } = home();
    const others = new Set(process.listeners('exit'));
    const release = await lockDiscovery(folder, createFakeClock());
    const added = process.listeners('exit').filter((listener) => !others.has(listener));
    expect(added).toHaveLength(1);
    added[0]?.(0);
    expect(existsSync(lock)).toBe(false);
    release();
    expect(process.listeners('exit').filter((listener) => !others.has(listener))).toEqual([]);
  });
});

describe('isAlive', () => {
  it('tells a process from one that is gone, and from another with its number', () => {
    expect(isAlive(markOf(process.pid))).toBe(true);
    expect(isAlive({ pid: process.pid })).toBe(true);
    expect(isAlive({ pid: deadPid() })).toBe(false);
    const { start } = markOf(process.pid);
    expect(isAlive({ pid: process.pid, start: '1' })).toBe(start === undefined);
  });
});
