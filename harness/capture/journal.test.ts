import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from './journal.ts';

let runs: string;

beforeEach(async () => {
  runs = await mkdtemp(join(tmpdir(), 'journal-'));
});
afterEach(() => rm(runs, { recursive: true }));

describe('the journal', () => {
  it('remembers what the same invocation finished, and only with resume', async () => {
    const first = await openJournal(runs, 'a question', false);
    await first.note('one');
    await first.note('two');
    expect([...(await openJournal(runs, 'a question', true)).finished]).toEqual(['one', 'two']);
    expect([...(await openJournal(runs, 'another question', true)).finished]).toEqual([]);
    const again = await openJournal(runs, 'a question', false);
    expect([...again.finished]).toEqual([]);
    await again.remove();
    expect(existsSync(join(runs, '_journal'))).toBe(true);
    await (await openJournal(runs, 'another question', false)).remove();
    expect(existsSync(join(runs, '_journal'))).toBe(false);
  });
});
