import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../../test-servers/processes.ts';
import { containmentOf } from './containment.ts';
import { windows } from './windows.ts';

afterEach(() => void vi.restoreAllMocks());

function killAnswers(answer: true | string) {
  return vi.spyOn(process, 'kill').mockImplementation(() => {
    if (answer === true) return true;
    throw Object.assign(new Error(answer), { code: answer });
  });
}

it('has one form for each kind of system', () => {
  const [linux, macos, other] = [containmentOf('linux'), containmentOf('darwin'), containmentOf('freebsd')];
  expect(new Set([linux, macos, containmentOf('win32')]).size).toBe(3);
  expect(other).toBe(macos);
});

describe.each(['linux', 'darwin'] as const)('containment on %s', (platform) => {
  const form = containmentOf(platform);

  it('starts a server behind a gate, in a session of its own', () => {
    expect(form.ownSession).toBe(true);
    expect(form.behindGate('/bin/true', ['a b'], {})?.file).toBe('/bin/sh');
  });

  it('signals the whole group, and is not disturbed when there is none', () => {
    const kill = killAnswers('ESRCH');
    form.signal(4711, 'SIGTERM');
    expect(kill.mock.calls).toEqual([[-4711, 'SIGTERM']]);
  });

  it('finds a group that is gone by signal 0', () => {
    const kill = killAnswers('ESRCH');
    expect(form.runs(4711)).toBe(false);
    expect(kill.mock.calls).toEqual([[-4711, 0]]);
  });
});

it('takes EPERM for a member under another user on Linux, and for a group of the dead on macOS', () => {
  killAnswers('EPERM');
  expect([containmentOf('linux').runs(4711), containmentOf('darwin').runs(4711)]).toEqual([true, false]);
});

it('believes signal 0 on macOS when it meets somebody', () => {
  killAnswers(true);
  expect(containmentOf('darwin').runs(4711)).toBe(true);
});

it.runIf(process.platform === 'linux')('tells a process from every other on Linux, and lists its group', async () => {
  const linux = containmentOf('linux');
  const child = spawn('/bin/sh', ['-c', 'sleep 1000 & echo $!; wait'], { detached: true });
  const pid = child.pid ?? 0;
  onTestFinished(() => linux.signal(pid, 'SIGKILL'));
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const [leader, own] = [linux.identify(pid), linux.identify(process.pid)];
  expect(leader).toMatchObject({ pid, group: pid, runs: true });
  expect(leader?.start).toMatch(/^[\da-f-]{36}\/pid:\[\d+\]\/\d+$/);
  expect(leader?.start).not.toBe(own?.start);
  expect(linux.identify(pid)).toEqual(leader);
  expect(linux.members(pid).map((member) => member.pid)).toEqual([pid, Number(said.toString())]);
  linux.signal(pid, 'SIGKILL');
  await until(() => linux.members(pid).length === 0);
  expect(linux.identify(2 ** 22 + 1)).toBeUndefined();
});

it.each(['darwin', 'win32'] as const)('identifies nobody on %s', (platform) => {
  const form = containmentOf(platform);
  expect([form.identify(process.pid), form.members(process.pid)]).toEqual([undefined, []]);
});

it.runIf(process.platform === 'linux')(
  'knows a dead group from a living one where nobody collects the dead',
  async () => {
    // The shell becomes a program that never asks after its child.
    const parent = spawn('/bin/sh', ['-c', 'setsid sleep 1000 & echo $!; exec sleep 1000']);
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const leader = Number(said.toString());
    const linux = containmentOf('linux');
    await until(() => linux.runs(leader));
    linux.signal(leader, 'SIGKILL');
    await until(() => !linux.runs(leader));
    expect(process.kill(-leader, 0)).toBe(true);
  },
);

it('on Windows ends the tree below a server by force, and leaves the rest to the system', async () => {
  const started: unknown[] = [];
  const start = (...call: unknown[]) => {
    started.push(call);
    return new EventEmitter();
  };
  const form = windows(start as unknown as typeof spawn);
  form.signal(4711, 'SIGTERM');
  await form.watchOver(4711, () => undefined).release();
  expect(started).toEqual([['taskkill', ['/pid', '4711', '/T', '/F'], { stdio: 'ignore', windowsHide: true }]]);
  expect([form.ownSession, form.behindGate('C:\\node.exe', [], {}), form.runs(4711)]).toEqual([
    false,
    undefined,
    false,
  ]);
});
