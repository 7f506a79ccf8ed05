import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../data/types/driver.ts';
import { keepDriver, madeDriver, ownDriver } from './testing/clients.ts';
import { expectInconclusive } from './testing/inconclusive.ts';
import { keepOne, MIRROR, makePlace, ONE, type Place, probe } from './testing/place.ts';
import { differences, expectAnswer, expectSound } from './testing/sound.ts';

// A talk that breaks off, that nobody can read, or that there is too much of. What was not seen is never a verdict.

describe('a fixture that dies while a call is open', () => {
  /** Our own client, with `hook` in its server: what happens when a frame of the call, or of its answer, is written down. */
  async function withHook(place: Place, hook: string, command: string[] = []): Promise<string> {
    const path = join(place.folder, 'hook.cjs');
    await writeFile(
      path,
      `const fs = require('node:fs');
       const append = fs.appendFileSync;
       let open = false;
       fs.appendFileSync = (path, data) => {
         const frame = data.toString();
         open ||= frame.includes('tools/call') && frame.includes('probe_mirror');
         if (open) { ${hook} }
         append(path, data);
       };`,
    );
    const own = await ownDriver();
    const args = `["--require", ${JSON.stringify(path)}{{#each server.args}}, {{json this}}{{/each}}]`;
    const files = own.files.map((file) => ({
      ...file,
      template: file.template.map((line) => line.replace('{{json server.args}}', args)),
    }));
    return keepDriver(place, own, { files, command: [...command, ...own.command] as Driver['command'] });
  }

  it.each([
    [
      'before it has read it',
      `if (frame.includes('"dir":"c2s"')) process.kill(process.pid, 'SIGKILL');`,
      'call-not-on-wire: The model asked for mcp__probe__probe_mirror, and no tools/call followed.',
    ],
    [
      'before it answers',
      `if (frame.includes('"dir":"s2c"')) process.exit(1);`,
      'harness: The answer to the call of probe_mirror is not on the wire.',
    ],
    [
      'with an exception',
      `if (frame.includes('"dir":"s2c"')) throw new Error('no luck');`,
      'harness: a frame could not be written down: no luck',
    ],
  ])('%s makes the run inconclusive', async (_what, hook, message) => {
    const place = await makePlace();
    await expectInconclusive(place, await withHook(place, hook), message);
  });

  it('by the hand of a child of the client makes the run inconclusive', async () => {
    const place = await makePlace();
    // It stands still with the call in its hand until it is killed; a frame says which process wrote it.
    const hook = `if (frame.includes('"dir":"s2c"')) process.kill(process.pid, 'SIGSTOP');`;
    const killer = `
      wire="$HOME/../wire.jsonl"
      while ! grep -q 'tools/call.*probe_mirror' "$wire"; do sleep 0.05; done 2> /dev/null
      kill -s KILL "$(sed -n 's/.*"process":\\([0-9]*\\).*/\\1/p' "$wire" | tail -n 1)"`;
    const command = ['/bin/sh', '-c', `(${killer}) & exec "$0" "$@"`];
    const message = 'harness: The answer to the call of probe_mirror is not on the wire.';
    await expectInconclusive(place, await withHook(place, hook, command), message);
  });
});

describe('a client that sends what nobody can read', () => {
  const GARBAGE = `
    const { connect } = await import('node:net');
    const send = (url) => Promise.all(
      ['\\0\\xff\\r\\n\\r\\n', 'GET / HTTP/9.9\\r\\n\\r\\n', 'POST / HTTP/1.1\\r\\nhost: x\\r\\ncontent-length: 99\\r\\n\\r\\nshort', '']
        .map((bytes) => new Promise((resolve) => {
          const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(bytes, 'latin1'));
          socket.on('error', resolve).on('close', resolve).resume();
        })));`;

  it('to its model is judged by the rest', async () => {
    const place = await makePlace();
    const driver = await madeDriver(place, { first: `${GARBAGE} await send(model.baseUrl);` });
    expectAnswer(await probe(place, ...ONE, '--driver', driver), 0, '1 records, 0 inconclusive');
    await expectSound(place);
  });

  it('to its server over HTTP is judged by the rest', async () => {
    const place = await makePlace();
    const script = join(place.folder, 'garbage.mjs');
    await writeFile(script, `${GARBAGE} await send(process.argv[2]);`);
    const own = await ownDriver();
    const command = [
      '/bin/sh',
      '-c',
      '"$0" "$1" "$2" && shift 2 && exec "$0" "$@"',
      '{{node}}',
      script,
      '{{server.url}}',
    ];
    const driver = await keepDriver(place, own, {
      command: [...command, ...own.command.slice(1)] as Driver['command'],
    });
    const asked = ['--scenario', 'mirror', '--config', 'default', '--transport', 'http'];
    expectAnswer(await probe(place, ...asked, '--driver', driver), 0, '1 records, 0 inconclusive');
    expect(await differences(place.out, [MIRROR.replace('stdio', 'http')])).toEqual([]);
    await expectSound(place);
  });
});

// One run's trouble is not another's: those that run beside it are fine.
describe('a client that stands in the way of the harness', () => {
  it.each([
    [
      'of its notes on the wire',
      `if (mirror) mkdirSync(tap);`,
      /harness: (a frame could not be written down: )?EISDIR/,
    ],
    [
      'by more than can be kept',
      `if (mirror) for (let i = 0; i < 3; i += 1) await post(' '.repeat(16_000_000));`,
      'harness: Expected model.jsonl to stay within 33554432 bytes, got a line too many',
    ],
  ])('%s makes its run inconclusive', async (_what, first, message) => {
    const place = await makePlace();
    await keepOne(place);
    const answer = await probe(
      place,
      '--scenario',
      'tools.result.*m*r*',
      '--driver',
      await madeDriver(place, { first }),
    );
    expectAnswer(answer, 3, message);
    expect(answer.stdout).toMatch(/[1-9]\d* records, 1 inconclusive/);
    await expectSound(place);
  });

  it('by what is nested deeper than a judge can go makes its run inconclusive', async () => {
    const place = await makePlace();
    const deep = `'{"messages":[{"role":"user","content":' + '['.repeat(50_000) + ']'.repeat(50_000) + '}]}'`;
    const driver = await madeDriver(place, {
      first: `if (served.includes('probe_on_the_last_page')) await post(${deep});`,
    });
    const answer = await probe(place, '--scenario', 'tools', '--driver', driver);
    expectAnswer(answer, 3, 'harness: judging failed: RangeError: ');
    await expectSound(place);
  });
});
