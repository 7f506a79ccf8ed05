import { describe, expect, it } from 'vitest';
import { all, c2s, call, evidenceOf, http, type Loose, outcomes, post, results, s2c } from '../testing/evidence.ts';
import type { JsonObject } from '../types.ts';
import { resume } from './resume.ts';
import { streamableHttp } from './streamable-http.ts';

const [JSON_TOOL, EVENTS] = ['probe_http_json', 'probe_http_events'];
const accept = 'application/json, text/event-stream';
const named = { accept, 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-11-25' };

/** A talk of the handshake era whose posts have these headers. */
function handshake(headers: Record<string, string> = named, last: Loose[] = [http('DELETE', '/mcp', named)]): Loose[] {
  const session = { http: { status: 200, headers: { 'mcp-session-id': 's1' } } };
  return [
    c2s({ id: 0, method: 'initialize' }, { exchange: 1, ...post({ accept }) }),
    s2c({ id: 0, result: { protocolVersion: '2025-11-25' } }, { exchange: 1, ...session }),
    c2s(call(JSON_TOOL, 1), post(headers)),
    c2s(call(EVENTS, 2), post(headers)),
    ...last,
  ];
}

function stateless(headers: (tool: string) => Record<string, string>): Loose[] {
  const _meta: JsonObject = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  return [JSON_TOOL, EVENTS].map((name, id) =>
    c2s({ id, method: 'tools/call', params: { name, _meta } }, post({ accept, ...headers(name) })),
  );
}

const rightly = (name: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
});
const model = [{}, results(streamableHttp, JSON_TOOL, EVENTS)];
const said = (wire: Loose[], told = model) => outcomes(streamableHttp, evidenceOf({ wire, model: told }));
const met = all(streamableHttp, 'met');

describe('the checks of Streamable HTTP', () => {
  it('are met in both eras by a client that does everything', () => {
    expect(said(handshake())).toEqual(met);
    expect(said(stateless(rightly))).toEqual(met);
  });

  it('find headers that are missing', () => {
    expect(said(handshake({ ...named, accept: 'application/json' }))).toEqual({ ...met, acceptsBoth: 'not met' });
    const { 'mcp-session-id': _, ...without } = named;
    expect(said(handshake(without))).toEqual({ ...met, namesTheSession: 'not met' });
    expect(said(handshake({ ...named, 'mcp-protocol-version': '2024-11-05' }))).toEqual({
      ...met,
      namesTheRevision: 'not met',
    });
    expect(said(stateless(() => rightly(EVENTS)))).toEqual({ ...met, namesTheRevision: 'not met' });
  });

  it('find the client that cannot read one of the two forms', () => {
    expect(said(handshake(), [{}, results(streamableHttp, EVENTS)])).toEqual({ ...met, readsJson: 'not met' });
    expect(said(handshake(), [{}, results(streamableHttp, JSON_TOOL)])).toEqual({ ...met, readsEvents: 'not met' });
  });

  it('find the session that is left open', () => {
    expect(said(handshake(named, []))).toEqual({ ...met, endsTheSession: 'not met' });
  });

  it('are not asked where nothing was posted', () => {
    expect(said([], [])).toEqual(all(streamableHttp, 'not asked'));
  });
});

describe('the checks of resumption', () => {
  const tool = 'probe_http_broken_stream';
  const told = [{}, results(resume, tool)];
  const get = http('GET', '/mcp', { 'last-event-id': 'event-1' });

  it('are met by a GET with the id of the event and by the answer that follows', () => {
    expect(outcomes(resume, evidenceOf({ wire: [c2s(call(tool)), get], model: told }))).toEqual(all(resume, 'met'));
  });

  it('find the client that asks again, or not at all', () => {
    const again = [c2s(call(tool)), c2s(call(tool, 2))];
    expect(outcomes(resume, evidenceOf({ wire: again, model: told }))).toEqual(all(resume, 'not met'));
    const lost = outcomes(resume, evidenceOf({ wire: [c2s(call(tool)), http('GET')], model: [{}] }));
    expect(lost).toEqual({ callsOnce: 'met', resumesTheStream: 'not met' });
    expect(outcomes(resume, evidenceOf({}))).toEqual(all(resume, 'not asked'));
  });
});
