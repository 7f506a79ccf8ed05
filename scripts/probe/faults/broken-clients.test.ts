import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepDriver, madeDriver, ownDriver } from './testing/clients.ts';
import { expectInconclusive } from './testing/inconclusive.ts';
import { keepOne, MIRROR, makePlace, ONE, probe } from './testing/place.ts';
import { expectAnswer, expectSound } from './testing/sound.ts';

// Clients that are not there, fall, hang, breed or talk without end. What we could not see or do is never a verdict.

describe('a client that is not there', () => {
  it('makes its runs inconclusive', async () => {
    const place = await makePlace();
    const driver = await keepDriver(place, await ownDriver(), { command: ['/nowhere/client'] });
    await expectInconclusive(
      place,
      driver,
      'crashed: the calibration run: could not be started: spawn /nowhere/client ENOENT',
    );
  });

  it.each([
    ['that is not there', ['/nowhere/client'], 'got could not be started (spawn /nowhere/client ENOENT).\n'],
    [
      'that leads elsewhere',
      ['-e', `console.log('../../elsewhere')`],
      'without blanks and slashes, got "../../elsewhere".\n',
    ],
    ['of two words', ['-e', `console.log('1 2')`], 'got "1 2".\n'],
    ['of nothing', ['-e', ''], 'got "".\n'],
    ['from a command that fails', ['-e', 'process.exit(4)'], 'got exit code 4.\n'],
    ['from a command that is killed', ['-e', 'process.kill(process.pid, "SIGKILL")'], 'got killed by a signal.\n'],
  ])('is refused with a version %s', async (_what, command, message) => {
    const place = await makePlace();
    await keepOne(place);
    const version = { command: command[0] === '-e' ? ['{{node}}', ...command] : command, pattern: '.*' };
    const answer = await probe(place, '--driver', await keepDriver(place, await ownDriver(), { version }), ...ONE);
    expectAnswer(answer, 2, message);
    expect(answer.stderr).toMatch(/^Error: Expected ".*" to print a version of hermes-ts /);
    await expectSound(place);
  });
});

describe('a client that falls', () => {
  it.each([
    [
      'before it begins',
      { first: `if (mirror) { console.error('Error: no luck'); process.exit(9); }` },
      'crashed: exit code 9: Error: no luck',
    ],
    [
      'when the model asks for a tool',
      { way: `{ act() { if (mirror) throw new Error('the client broke'); } }` },
      'crashed: exit code 1: Error: the client broke',
    ],
    [
      'while its call is open',
      { way: `{ async act() { if (mirror) setImmediate(() => process.kill(process.pid, 'SIGKILL')); } }` },
      'crashed: killed by a signal, SIGKILL',
    ],
    [
      'after its call',
      { way: `{ show(result) { if (mirror) process.abort(); return honest(result); } }` },
      'crashed: killed by a signal, SIGABRT',
    ],
    [
      'after the model has ended the talk',
      { first: `process.on('exit', () => { if (mirror) process.exitCode = 7; });` },
      'crashed: exit code 7',
    ],
  ])('%s makes its run inconclusive', async (_what, faults, message) => {
    const place = await makePlace();
    await expectInconclusive(place, await madeDriver(place, faults), message);
  });

  it('may say what it likes: its words do nothing to a terminal', async () => {
    const place = await makePlace();
    const first = String.raw`console.error('\x1b]0;title\x07\x1b[2J'); process.exit(9);`;
    const { exitCode, stdout } = await probe(place, ...ONE, '--driver', await madeDriver(place, { first }));
    expect(stdout).toContain(String.raw`\u001b]0;title`);
    expect(stdout).not.toContain('\u001b');
    expect(exitCode).toBe(3);
  });
});

describe('a client that hangs', () => {
  it.each([
    ['before it asks its model', { first: 'await delay(1e9);' }],
    ['while it should call', { way: '{ act: () => delay(1e9) }' }],
    ['after the talk', { first: 'setInterval(() => {}, 1000);' }],
  ])('%s is stopped at the limit', async (_what, faults) => {
    const place = await makePlace();
    await expectInconclusive(place, await madeDriver(place, faults), /hung: the calibration run: \S/, '--timeout', '1');
  });
});

// Each of them ignores what can be ignored, has a session and a child of its own, and is forked faster than it is looked for.
const BREED = `
  const child = 'trap "" HUP INT TERM; (trap "" HUP INT TERM; sleep 1000) & sleep 1000';
  for (let i = 0; i < 40; i += 1)
    spawn('/bin/sh', ['-c', child], { detached: true, stdio: i % 2 ? 'ignore' : 'inherit' }).unref();`;

// Without a /proc nobody finds who has left the client's process group.
describe.runIf(existsSync('/proc'))('a client that breeds', () => {
  it('is judged, and its children do not outlive it', async () => {
    const place = await makePlace();
    const answer = await probe(place, ...ONE, '--driver', await madeDriver(place, { first: BREED }));
    expectAnswer(answer, 0, '1 records, 0 inconclusive');
    await expectSound(place);
  });

  it('and hangs takes its children with it at the limit', async () => {
    const place = await makePlace();
    const driver = await madeDriver(place, { first: `${BREED} await delay(1e9);` });
    await expectInconclusive(place, driver, /hung: the calibration run: \S/, '--timeout', '1');
  });
});

describe('a client that floods', () => {
  const LINE = `'x'.repeat(1023) + '\\n'`;
  it.each([
    ['its stdout', `writeFileSync(1, (${LINE}).repeat(10_000));`],
    ['its stderr', `writeFileSync(2, (${LINE}).repeat(10_000));`],
    ['a log', `writeFileSync('../home/agent.log', (${LINE}).repeat(10_000));`],
  ])('%s is judged, and the ends are kept', async (_what, flood) => {
    const place = await makePlace();
    const driver = await madeDriver(place, { first: flood }, { logs: ['agent.log'] });
    const answer = await probe(place, ...ONE, '--driver', driver);
    expectAnswer(answer, 0, '1 records, 0 inconclusive');
    const log = join(place.out, MIRROR, 'client.log');
    expect((await stat(log)).size).toBeGreaterThan(2 * 1024 * 1024);
    expect((await stat(log)).size).toBeLessThan(2.1 * 1024 * 1024);
    expect(await readFile(log, 'utf8')).toMatch(/bytes are left out/);
    await expectSound(place);
  });
});
