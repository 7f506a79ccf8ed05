import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from './log.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

const now = () => new Date(0);
const path = () => join(home, 'logs', 'agent.log');

describe('openLog', () => {
  it('appends one plain line an event, readable by the user alone', () => {
    openLog(home, now)('info', 'first\u001b[31m\nline \u202e');
    openLog(home, now)('error', 'second');
    expect(readFileSync(path(), 'utf8')).toBe(
      '1970-01-01T00:00:00.000Z info first [31m line\n1970-01-01T00:00:00.000Z error second\n',
    );
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('stops with a last line before it has written more than 10 MiB', () => {
    const log = openLog(home, now);
    for (let i = 0; i < 6000; i += 1) log('info', 'x'.repeat(5000));
    const text = readFileSync(path(), 'utf8');
    expect(text.length).toBeLessThan(10.1 * 1024 * 1024);
    expect(text.endsWith('warning log is full, this process writes no more\n')).toBe(true);
    expect(text.split('log is full')).toHaveLength(2);
  });

  it('never throws where it cannot write', () => {
    writeFileSync(join(home, 'logs'), 'a file in the way');
    const log = openLog(home, now);
    expect(() => {
      log('info', 'one');
      log('info', 'two');
    }).not.toThrow();
  });
});
