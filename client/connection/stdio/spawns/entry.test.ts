import { describe, expect, it } from 'vitest';
import { fromLine, type SpawnEntry, toLine } from './entry.ts';

const entry: SpawnEntry = {
  pid: 4711,
  create_time: 'boot/pid/1',
  pgid: 4711,
  purpose: 'mcp-helper',
  server: 'docs',
  argv: ['/bin/server'],
  spawner_pid: 4700,
  spawner_create: 'boot/pid/0',
  registered_at: '2026-01-01T00:00:00.000Z',
};

describe('an entry of the ledger of spawns', () => {
  it('is one line and comes back from it', () => {
    expect(fromLine(toLine({ ...entry, server: 'a\nb' }).trimEnd())).toEqual({ ...entry, server: 'a\nb' });
  });

  it.each<[string, object]>([
    ['the client itself', { pid: 0, pgid: 0 }],
    ['everybody', { pid: 1, pgid: 1 }],
    ['a negative number', { pid: -5, pgid: -5 }],
    ['a fraction', { pid: 1.5, pgid: 1.5 }],
    ['a text', { pid: '4711', pgid: '4711' }],
    ['a group that it does not lead', { pgid: 4712 }],
    ['no start time', { create_time: '' }],
    ['no client', { spawner_pid: undefined }],
    ['no command line', { argv: 'x' }],
  ])('with %s as what it names is none', (_what, wrong) => {
    expect(fromLine(JSON.stringify({ ...entry, ...wrong }))).toBeUndefined();
  });

  it.each(['{', 'null', '[]', '4711', ''])('is not %j', (line) => {
    expect(fromLine(line)).toBeUndefined();
  });
});
