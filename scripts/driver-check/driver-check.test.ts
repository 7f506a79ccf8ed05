import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Driver } from '../../data/types/driver.ts';
import { madeDriver } from '../probe/faults/testing/clients.ts';
import { makePlace, type Place, root, start } from '../probe/faults/testing/place.ts';
import { expectAnswer, expectNothingLeft } from '../probe/faults/testing/sound.ts';

const named: Partial<Driver> = { toolName: '{{tool}}', fence: 'node' };

async function check(client: Parameters<typeof madeDriver>[1], more: Partial<Driver> = {}, timeout?: string) {
  const place = await makePlace();
  const driver = await madeDriver(place, client, { ...named, ...more });
  return { place, ...(await checkFile(place, driver, timeout)) };
}

async function checkFile(place: Place, file: string, timeout = '60') {
  const { exitCode, stdout, stderr } = await start(place, ['driver-check', '--timeout', timeout, file]);
  return { exitCode, stdout, stderr };
}

describe('mcp-client-probe driver-check', () => {
  it('finds nothing wrong with a driver that is right', async () => {
    const { place, ...answer } = await check({});
    expect(answer.stdout.split('\n')).toEqual([
      expect.stringMatching(/^ok {3}\S+: is installed and says its version$/),
      ...Array.from({ length: 4 }, () => expect.stringMatching(/^ok {3}default\/stdio: /)),
      '5 self-tests passed',
      '',
    ]);
    expect(answer.exitCode).toBe(0);
    await expectNothingLeft(place);
  });

  it('finds nothing wrong with the driver of our own client, in any cell of it', async () => {
    const place = await makePlace();
    const answer = await checkFile(place, join(root, 'data/drivers/hermes-ts.json'));
    expect(answer.stdout.split('\n').filter((line) => /^(?:FAIL| )/.test(line))).toEqual([]);
    expect(answer.stdout).toMatch(/\n21 self-tests passed\n$/);
    expect(answer.exitCode).toBe(0);
  });

  it('asks for the name of the tool, which every driver of ours says', async () => {
    const { place: _, ...answer } = await check({}, { toolName: undefined } as never);
    expectAnswer(answer, 1, /expected "toolName" in the driver, got none; the model saw "probe_summary_and_data"/);
    const drivers = await readdir(join(root, 'data/drivers'));
    for (const name of drivers.filter((each) => each.endsWith('.json')))
      expect([name, JSON.parse(await readFile(join(root, 'data/drivers', name), 'utf8'))]).toEqual([
        name,
        expect.objectContaining({ toolName: expect.stringContaining('{{tool}}') as string }),
      ]);
  });

  it.each([
    [
      'cannot be installed',
      {},
      { install: { version: '1', program: 'no-such-program-anywhere' } },
      /FAIL \S+: is installed.*\n +.*no-such-program-anywhere/,
    ],
    [
      'never ends',
      { first: 'if (mirror) {} await new Promise(() => setInterval(() => {}, 1000));' },
      {},
      /FAIL default\/stdio: talks .*\n +hung: the calibration run: no request to the model within 3 s/,
    ],
    [
      'crashes',
      { first: 'process.exit(7);' },
      {},
      /FAIL default\/stdio: talks .*\n +crashed: the calibration run: exit code 7/,
    ],
    [
      'does not call',
      { way: '{ offer: () => [] }' },
      { toolName: 'x' },
      /FAIL default\/stdio: shows its model the tool .*/,
    ],
    [
      'has another name for the tool',
      {},
      { toolName: 'mcp__{{server.name}}__{{tool}}' },
      /FAIL default\/stdio: shows .*\n +expected "mcp__probe__probe_summary_and_data", got "probe_summary_and_data"/,
    ],
    [
      'is never the same',
      { way: '{ show: () => `${process.pid}` }' },
      {},
      /FAIL default\/stdio: comes to the same verdict.*\n +first "".* placeholder/,
    ],
    [
      'asks for a host',
      { first: `await fetch('http://updates.example/').catch(() => {});` },
      {},
      /FAIL default\/stdio: asks for no host.*\n +it asked for updates\.example; switch/,
    ],
  ] as const)('says what is wrong with a client that %s', async (what, client, more, message) => {
    const { place, ...answer } = await check(client, more, what === 'never ends' ? '3' : undefined);
    expectAnswer(answer, 1, message);
    expect(answer.stdout).toMatch(/\n[1-5] of [1-5] self-tests failed\n$/);
    await expectNothingLeft(place);
  });

  it('answers with 2 to a file that is no driver', async () => {
    const place = await makePlace();
    expectAnswer(await checkFile(place, join(root, 'package.json')), 2, /Expected .*package\.json to be a driver: /);
  });
});
