import { describe, expect, it } from 'vitest';
import { all, c2s, call, evidenceOf, type Loose, outcomes, results, s2c } from '../testing/evidence.ts';
import { stdio } from './stdio.ts';

const [NOISY, PLAIN] = ['probe_stdio_noisy', 'probe_stdio_plain'];
const wire = [c2s({ id: 0, method: 'initialize' }), c2s(call(NOISY)), s2c({ id: 1, result: {} }), c2s(call(PLAIN, 2))];
const model = [{}, results(stdio, NOISY, PLAIN)];

describe('the checks of stdio', () => {
  it('are met by a client that does everything', () => {
    expect(outcomes(stdio, evidenceOf({ wire, model }))).toEqual(all(stdio, 'met'));
  });

  it('find a line that is no message', () => {
    const odd: Loose[] = [{ dir: 'c2s', text: 'hello' }, c2s({ jsonrpc: '1.0' }), c2s({}, { message: [7] })];
    for (const line of odd)
      expect(outcomes(stdio, evidenceOf({ wire: [...wire, line], model }))).toMatchObject({ sendsLines: 'not met' });
    const batch = c2s({}, { message: [{ jsonrpc: '2.0', method: 'ping' }] });
    expect(outcomes(stdio, evidenceOf({ wire: [...wire, batch], model }))).toMatchObject({ sendsLines: 'met' });
  });

  it('find the client that takes stderr for an error', () => {
    const told = [{}, results(stdio, PLAIN)];
    expect(outcomes(stdio, evidenceOf({ wire, model: told }))).toEqual({
      ...all(stdio, 'met'),
      bearsStderr: 'not met',
    });
  });

  it('find the client that starts a process for each call', () => {
    const two = wire.map((frame, index) => ({ ...frame, process: index < 3 ? 1 : 2 }));
    expect(outcomes(stdio, evidenceOf({ wire: two, model }))).toEqual({
      ...all(stdio, 'met'),
      keepsTheProcess: 'not met',
    });
  });

  it('are not asked where nothing was sent', () => {
    expect(outcomes(stdio, evidenceOf({}))).toEqual(all(stdio, 'not asked'));
  });
});
