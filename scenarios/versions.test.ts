import { describe, expect, it } from 'vitest';
import { c2s, call, evidenceOf, type Loose, outcomes, post, results, s2c } from './testing/evidence.ts';
import { versionScenarios } from './versions.ts';

const scenario = versionScenarios.at(-1) as (typeof versionScenarios)[number];
const TOOL = 'probe_versions_eras';
const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
const initialize = c2s({ id: 0, method: 'initialize' });
const agreed = s2c({ id: 0, result: { protocolVersion: '2025-06-18' } });
const refused = s2c({ id: 0, error: { code: -32022, message: 'no' } });
const told = [{}, results(scenario, TOOL)];
const ask = (wire: Loose[], given: Parameters<typeof evidenceOf>[0] = { model: told }) =>
  outcomes(scenario, evidenceOf({ wire, ...given }));
const met = { agreesOrTells: 'met', keepsToIt: 'met' };

describe('the checks of the revisions', () => {
  it('are met by a talk in either era, over either transport', () => {
    expect(ask([initialize, agreed, c2s(call(TOOL))])).toEqual(met);
    expect(ask([initialize, agreed, c2s(call(TOOL), post({ 'mcp-protocol-version': '2025-06-18' }))])).toEqual(met);
    expect(ask([c2s({ id: 1, method: 'tools/call', params: { name: TOOL, _meta } })])).toEqual(met);
  });

  it('are met by a client that finds no common revision and says so', () => {
    expect(ask([initialize, refused], { log: ['Unsupported protocol version'] })).toEqual(met);
    expect(ask([initialize, refused], { log: [] })).toEqual({ agreesOrTells: 'not met', keepsToIt: 'met' });
  });

  it('find the client that gives up although its offer was taken', () => {
    expect(ask([initialize, agreed], { log: ['Unsupported protocol version'] }).agreesOrTells).toBe('not met');
    const discovered = s2c({ id: 0, result: { resultType: 'complete', supportedVersions: ['2026-07-28'] } });
    expect(ask([c2s({ id: 0, method: 'server/discover', params: { _meta } }), discovered], { log: [] })).toMatchObject({
      agreesOrTells: 'not met',
    });
  });

  it('find what is sent without a revision, or in another', () => {
    expect(ask([initialize, refused, c2s({ id: 1, method: 'tools/list' })]).keepsToIt).toBe('not met');
    const wrong = c2s(call(TOOL), post({ 'mcp-protocol-version': '2025-11-25' }));
    expect(ask([initialize, agreed, wrong]).keepsToIt).toBe('not met');
  });

  it('are not asked where nothing was sent', () => {
    expect(ask([])).toEqual({ agreesOrTells: 'not asked', keepsToIt: 'not asked' });
  });

  it('are asked of one server for each revision, and of one with all of them', () => {
    expect(versionScenarios.map(({ serve }) => serve.revisions?.join())).toEqual([
      '2024-11-05',
      '2025-03-26',
      '2025-06-18',
      '2025-11-25',
      '2026-07-28',
      undefined,
    ]);
  });
});
