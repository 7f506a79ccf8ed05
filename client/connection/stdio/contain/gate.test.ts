import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { behindGate, openGate } from './gate.ts';

const environment = { PATH: '/usr/bin:/bin', MY_NAME: "it's $HOME" };

function start() {
  const script = 'echo "$$ $MY_NAME $# $1"; env | cut -d= -f1 | sort | tr "\\n" " "';
  const gated = behindGate('/bin/sh', ['-c', script, 'zero', '-n "two words"'], environment);
  if (gated === undefined) throw new Error('Expected a gate');
  const child = spawn(gated.file, gated.args, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'], env: environment });
  const { stdout } = child;
  if (stdout === null) throw new Error('Expected a pipe');
  return { child, said: text(stdout), exited: once(child, 'exit') };
}

describe.runIf(process.platform !== 'win32')('a gate', () => {
  it('opens to the program with its own process id, arguments and environment', async () => {
    const { child, said, exited } = start();
    openGate(child);
    expect(await exited).toEqual([0, null]);
    const [first, names] = (await said).split('\n');
    expect(first).toBe(`${child.pid} it's $HOME 1 -n "two words"`);
    // The shell that prints them has a PWD of its own.
    expect(
      names
        ?.trim()
        .split(' ')
        .filter((name) => name !== 'PWD'),
    ).toEqual(['MY_NAME', 'PATH']);
  });

  it('that closes before it opens starts nothing', async () => {
    const { child, said, exited } = start();
    (child.stdio[3] as Writable).destroy();
    expect(await exited).toEqual([1, null]);
    expect(await said).toBe('');
  });

  it.each([
    ['my.name', '/bin/true'],
    ['PWD', '/bin/true'],
    ['SHLVL', '/bin/true'],
    ['BASH_ENV', '/bin/true'],
    ['BASH_FUNC_x%%', '/bin/true'],
    ['FINE', 'true'],
    ['FINE', '-n/true'],
  ])('is not put before a program with a variable %s and the file %s', (name, file) => {
    expect(behindGate(file, [], { [name]: '1' })).toBeUndefined();
  });
});
