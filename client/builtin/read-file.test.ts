import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toToolMessages } from '../results/message.ts';
import type { JsonObject } from '../types.ts';
import { LONGEST_PAGE } from './page.ts';
import { readFileTool } from './read-file.ts';

let home: string;
let cache: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'read-file-'));
  cache = join(home, 'cache');
  mkdirSync(join(cache, 'spillover'), { recursive: true });
  writeFileSync(join(home, '.env'), 'PASSPHRASE=tale-quartz');
});
afterEach(() => rmSync(home, { recursive: true }));

const read = (args: JsonObject): Promise<string> => readFileTool(home).call(args);
const save = (text: string | Buffer): string => {
  const path = join(cache, 'spillover', 'a.txt');
  writeFileSync(path, text);
  return path;
};

describe('read_file', () => {
  it('shows numbered lines, marked as what they are', async () => {
    const path = save('The first line of three\nthe second\n\n');
    const answer = await read({ path });
    expect(answer.split('\n').slice(3)).toEqual([
      '1|The first line of three',
      '2|the second',
      '3|',
      '</untrusted_tool_result>',
      'Lines 1 to 3 of 3.',
    ]);
    expect(answer.startsWith('<untrusted_tool_result source="read_file">\nThe following content ')).toBe(true);
  });

  it('reads in pages', async () => {
    const path = save(Array.from({ length: 1200 }, (_, index) => `row ${index + 1}`).join('\n'));
    expect(await read({ path })).toMatch(
      /\n500\|row 500\n<\/untrusted_tool_result>\nLines 1 to 500 of 1200\. Go on with offset 501\.$/,
    );
    expect(await read({ path, offset: 1199, limit: 10 })).toBe(
      '1199|row 1199\n1200|row 1200\nLines 1199 to 1200 of 1200.',
    );
    expect(await read({ path, offset: 3, limit: 1 })).toBe('3|row 3\nLines 3 to 3 of 1200. Go on with offset 4.');
    expect(await read({ path, offset: 1201 })).toBe(
      '{"error": "Expected \\"offset\\" to be at most 1200, the last line, got 1201"}',
    );
  });

  it('shows no hidden letters', async () => {
    const path = save('a\u{E0048}\u{E0049}b\n');
    expect(await read({ path })).toBe('1|ab\nLines 1 to 1 of 1.');
  });

  it('counts millions of lines', async () => {
    const path = save('\n'.repeat(5_000_000));
    expect(await read({ path, offset: 4_999_999 })).toBe('4999999|\n5000000|\nLines 4999999 to 5000000 of 5000000.');
  });

  it('shows every part of a line that is too long for a page', async () => {
    const line = `x${'\u{1f600}'.repeat(60_000)}end`;
    const path = save(line);
    let offset = 1;
    let text = '';
    for (let pages = 0; pages < 20 && offset > 0; pages += 1) {
      const answer = await read({ path, offset });
      expect(answer.length).toBeLessThan(LONGEST_PAGE + 1000);
      expect(answer).not.toMatch(/\p{Surrogate}/u);
      text += [...answer.matchAll(/^\d+\|(.*)$/gm)].map(([, piece]) => piece).join('');
      offset = Number(/Go on with offset (\d+)/.exec(answer)?.[1] ?? 0);
    }
    expect(text === line).toBe(true);
  });

  it('finds a path below the cache folder, absolute or not', async () => {
    save('fine');
    expect(await read({ path: 'spillover/a.txt' })).toBe('1|fine\nLines 1 to 1 of 1.');
    expect(await read({ path: join(home, 'cache', 'x', '..', 'spillover', 'a.txt') })).toContain('1|fine');
  });

  it('reads nothing outside of the cache folder, and does not tell what exists there', async () => {
    const outside = '{"error": "Expected a file in the cache folder of this client, got a path outside of it"}';
    mkdirSync(join(home, 'cache-of-another'));
    writeFileSync(join(home, 'cache-of-another', 'a.txt'), 'tale-quartz');
    symlinkSync(join(home, '.env'), join(cache, 'link.txt'));
    symlinkSync(home, join(cache, 'folder'));
    symlinkSync('../../.env', join(cache, 'spillover', 'relative.txt'));
    const paths = [
      join(home, '.env'),
      join(home, 'no-such-file'),
      '../.env',
      'spillover/../../.env',
      '/etc/passwd',
      cache,
      '.',
      '..',
      join(home, 'cache-of-another', 'a.txt'),
      join(cache, 'link.txt'),
      join(cache, 'folder', '.env'),
      'spillover/relative.txt',
      'a\0b',
    ];
    for (const path of paths) expect({ path, answer: await read({ path }) }).toEqual({ path, answer: outside });
  });

  it('follows a link that stays inside', async () => {
    symlinkSync(save('fine'), join(cache, 'link.txt'));
    expect(await read({ path: 'link.txt' })).toContain('1|fine');
  });

  it('says what is wrong', async () => {
    save(Buffer.from([0x89, 0x50, 0, 0xff]));
    execFileSync('mkfifo', [join(cache, 'pipe')]);
    expect(await read({ path: 'spillover/a.txt' })).toBe('{"error": "Expected a text file, got other bytes"}');
    expect(await read({ path: 'spillover' })).toBe('{"error": "Expected a file, got a folder or something else"}');
    expect(await read({ path: 'pipe' })).toBe('{"error": "Expected a file, got a folder or something else"}');
    expect(await read({ path: 'none.txt' })).toBe('{"error": "There is no such file"}');
    expect(await read({ path: 'spillover/a.txt/b' })).toBe('{"error": "There is no such file"}');
    expect(await read({})).toBe('{"error": "Expected \\"path\\" to be the path of a file, got nothing"}');
    expect(await read({ path: 'a', offset: 0 })).toBe(
      '{"error": "Expected \\"offset\\" to be a line number from 1 on, got 0"}',
    );
    expect(await read({ path: 'a', limit: '5' })).toBe(
      '{"error": "Expected \\"limit\\" to be a number of lines from 1 on, got \\"5\\""}',
    );
    save('');
    expect(await read({ path: 'spillover/a.txt' })).toBe('The file is empty.');
  });

  it('reads back the whole of a result that was spilled', async () => {
    const text = Array.from({ length: 300 }, (_, index) => `reading ${index}`).join('\n');
    const [message] = toToolMessages(
      [{ toolName: 'mcp__weather__all', callId: 'c', content: JSON.stringify({ result: text }) }],
      { home, resultSizeChars: 1000, turnSizeChars: 200_000 },
    );
    const path = /saved in: (.*)/.exec(message?.content ?? '')?.[1] ?? '';
    const answer = await read({ path });
    expect([...answer.matchAll(/^\d+\|(.*)$/gm)].map(([, line]) => line).join('\n')).toBe(text);
  });
});
