import { describe, expect, it } from 'vitest';
import { findCanaries } from '../canary.ts';
import { all, c2s, call, evidenceOf, http, type Loose, outcomes, post, results } from '../testing/evidence.ts';
import { fallbackScenarios } from './fallback.ts';
import { sse } from './sse.ts';

const stream = http('GET', '/sse', { accept: 'text/event-stream' });
const posted = (tool: string, path = '/messages') => c2s(call(tool), post({}, path));

describe('the checks of HTTP+SSE', () => {
  const tool = 'probe_over_sse';
  const said = (...wire: Loose[]) => outcomes(sse, evidenceOf({ wire, model: [{}, results(sse, tool)] }));

  it('are met by a client that does everything', () => {
    expect(said(stream, posted(tool))).toEqual(all(sse, 'met'));
  });

  it('find the client that posts first, posts elsewhere, or opens a stream for each message', () => {
    const met = all(sse, 'met');
    expect(said(posted(tool), stream)).toEqual({ ...met, opensTheStream: 'not met' });
    expect(said(stream, posted(tool, '/sse'))).toEqual({ ...met, postsToTheEndpoint: 'not met' });
    expect(said(stream, posted(tool), stream)).toEqual({ ...met, keepsTheStream: 'not met' });
    expect(outcomes(sse, evidenceOf({ wire: [stream, posted(tool)], model: [{}] })).callsTheTool).toBe('not met');
  });

  it('are not asked where nothing came', () => {
    expect(outcomes(sse, evidenceOf({}))).toEqual(all(sse, 'not asked'));
  });
});

describe.each(fallbackScenarios.slice(0, -1))('the checks of $id', (scenario) => {
  const name = scenario.script[0]?.tool ?? '';
  const streamable = c2s({ id: 0, method: 'initialize' }, post());

  it('tell the client that falls back from those that do not', () => {
    const told = [{}, results(scenario, name)];
    const said = (...wire: Loose[]) => outcomes(scenario, evidenceOf({ wire, model: told }));
    expect(said(streamable, stream, posted(name))).toEqual(all(scenario, 'met'));
    expect(said(stream, posted(name)).fallsBack).toBe('not met');
    expect(outcomes(scenario, evidenceOf({ wire: [streamable] }))).toEqual(all(scenario, 'not met'));
    expect(outcomes(scenario, evidenceOf({}))).toEqual(all(scenario, 'not asked'));
  });
});

describe('the checks of the refusal in JSON-RPC', () => {
  const scenario = fallbackScenarios.at(-1) as (typeof fallbackScenarios)[number];
  const reason = findCanaries(JSON.stringify(scenario.serve.behaviour))[0]?.token ?? '';
  const refused = c2s({ id: 0, method: 'initialize' }, post());

  it('tell the client that stays and says why from those that do not', () => {
    const said = (log: string[], ...wire: Loose[]) => outcomes(scenario, evidenceOf({ wire, log }));
    expect(said([`refused: ${reason}`], refused)).toEqual(all(scenario, 'met'));
    expect(said([], refused)).toEqual({ staysWithIt: 'met', tellsWhy: 'not met' });
    expect(said([reason], refused, posted('x'))).toEqual({ staysWithIt: 'not met', tellsWhy: 'met' });
    expect(said([])).toEqual(all(scenario, 'not asked'));
  });
});
