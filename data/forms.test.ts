import { describe, expect, it } from 'vitest';
import { faultOf, isForm, membersOf } from './forms.ts';
import type { RunRecord } from './types/record.ts';

const record: RunRecord = {
  capability: 'tools',
  client: 'a',
  clientVersion: '1',
  config: 'default',
  cost: { characters: 0, tokens: 0 },
  fixtureVersion: '1',
  judgeVersion: '1',
  offeredAs: 'mcp__probe__probe_mirror',
  protocolVersion: '2025-11-25',
  scenario: 'tools',
  server: 'both',
  transport: 'stdio',
  verdict: {
    checks: [{ id: 'followsPages', level: 'must', outcome: 'met', places: [{ line: 1, offset: 0, pointer: '/a' }] }],
    kind: 'behaviour',
    short: 'full: 1 of 1 checks',
    status: 'full',
  },
  wire: { clientFramesInvalid: 0, processes: 1 },
  wrapper: null,
};

describe('forms', () => {
  it('accepts a whole record', () => {
    expect(faultOf('record', record)).toBeUndefined();
    expect(isForm('record', record)).toBe(true);
  });

  it('names the place and the rule that a record breaks', () => {
    expect(faultOf('record', { ...record, wire: { clientFramesInvalid: -1, processes: 1 } })).toBe(
      'at "/wire/clientFramesInvalid" it must be >= 0',
    );
    expect(faultOf('record', { ...record, colour: 'red' })).toBe(
      'at "/" it must NOT have additional properties ("colour")',
    );
    expect(faultOf('record', null)).toBe('at "/" it must be object');
  });

  it('speaks of the kind of verdict that is meant', () => {
    const verdict = { ...record.verdict, checks: [{ id: 'a', level: 'should', outcome: 'met', places: [] }] };
    expect(faultOf('record', { ...record, verdict })).toBe(
      'at "/verdict/checks/0/level" it must be equal to one of the allowed values (["must","may"])',
    );
  });

  it('checks dates in an overlay and follows its references into the record', () => {
    const { client, fixtureVersion: _f, judgeVersion: _j, wire: _w, ...rest } = record;
    const verdict = { ...record.verdict, checks: [{ id: 'a', level: 'must', outcome: 'met' }] };
    const entry = { ...rest, verdict, date: '2026-11-30', digest: `sha256:${'0'.repeat(64)}`, path: 'runs/a' };
    expect(faultOf('verified', { client, evidence: [], records: [entry] })).toBeUndefined();
    expect(faultOf('verified', { client, evidence: [], records: [{ ...entry, date: 'today' }] })).toBe(
      'at "/records/0/date" it must match format "date"',
    );
    expect(faultOf('verified', { client, evidence: [], records: [{ ...entry, cost: { characters: 1 } }] })).toBe(
      `at "/records/0/cost" it must have required property 'tokens'`,
    );
  });

  it('wants either text or base64 in a line of the wire', () => {
    const line = { seq: 1, process: 1, dir: 'c2s' };
    expect(isForm('wire-line', { ...line, text: '{}' })).toBe(true);
    expect(isForm('wire-line', { ...line, base64: '/w==' })).toBe(true);
    expect(isForm('wire-line', { ...line, text: '', base64: '' })).toBe(false);
    expect(isForm('wire-line', line)).toBe(false);
  });

  it('knows the order of keys in a line', () => {
    expect(membersOf('model-line')).toEqual([
      'seq',
      'launch',
      'reached',
      'dialect',
      'method',
      'path',
      'body',
      'base64',
      'status',
      'response',
    ]);
  });
});
