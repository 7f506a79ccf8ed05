import { describe, expect, it } from 'vitest';
import { findCanaries } from './canary.ts';
import { logging as scenario } from './logging.ts';
import { all, c2s, call, evidenceOf, type Loose, outcomes } from './testing/evidence.ts';

const called = c2s(call('probe_says_much'));
const tokens = findCanaries(JSON.stringify(scenario.serve.behaviour)).map(({ token }) => token);
const [quiet, severe, [head = '', tail = '']] = [tokens.slice(0, 3), tokens.slice(3, 8), tokens.slice(8)];
const line = (token: string): string => `[probe/probe.logger] ${token}`;
const level = c2s({ id: 9, method: 'logging/setLevel', params: { level: 'debug' } });
const ask = (log: string[], ...wire: Loose[]) => outcomes(scenario, evidenceOf({ wire, log }));
const lines = [...quiet, ...severe, head].map(line);

describe('the checks of logging', () => {
  it('are met by a client that logs everything and cuts what is long', () => {
    expect(tokens).toHaveLength(10);
    expect(ask(lines, level, called)).toEqual(all(scenario, 'met'));
  });

  it('find what is missing in the log', () => {
    const met = all(scenario, 'met');
    expect(ask([...severe, head].map(line), level, called)).toEqual({ ...met, logsTheQuiet: 'not met' });
    expect(ask([...quiet, ...severe.slice(1), head].map(line), level, called)).toEqual({
      ...met,
      logsTheSevere: 'not met',
    });
    expect(ask([...lines.slice(0, -1), line(`${head} ${tail}`)], level, called).cutsTheLong).toBe('not met');
    expect(ask([...quiet, ...severe, head], level, called).namesTheLogger).toBe('not met');
  });

  it('find the client that sets no level, in both eras', () => {
    expect(ask(lines, called)).toEqual({ ...all(scenario, 'met'), setsTheLevel: 'not met' });
    const _meta = { 'io.modelcontextprotocol/logLevel': 'debug' };
    const wanting = c2s({ id: 1, method: 'tools/call', params: { name: 'probe_says_much', _meta } });
    expect(ask(lines, wanting).setsTheLevel).toBe('met');
  });

  it('find the client that logs nothing, and are not asked without the call', () => {
    expect(ask([], called)).toEqual(all(scenario, 'not met'));
    expect(ask(lines, level)).toEqual(all(scenario, 'not asked'));
  });
});
