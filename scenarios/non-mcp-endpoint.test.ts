import { expect, it } from 'vitest';
import { nonMcpEndpoint as scenario } from './non-mcp-endpoint.ts';
import { all, c2s, evidenceOf, http, type Loose, outcomes, post } from './testing/evidence.ts';

const first = c2s({ id: 0, method: 'initialize' }, post());
const WHY = 'Expected a server, got Text/HTML';
const ask = (log: string[], ...wire: Loose[]) => outcomes(scenario, evidenceOf({ wire, log }));

it('tells the client that finds out a page from those that do not', () => {
  const met = all(scenario, 'met');
  expect(ask([WHY], http('HEAD'), first)).toEqual(met);
  expect(ask([WHY], http('GET'))).toEqual(met);
  expect(ask([WHY], first)).toEqual({ ...met, asksFirst: 'not met' });
  const stream = http('GET', '/mcp', { accept: 'text/event-stream' });
  expect(ask([WHY], stream, first)).toEqual({ ...met, asksFirst: 'not met' });
  expect(ask([WHY], http('HEAD'), first, first)).toEqual({ ...met, leavesItAlone: 'not met' });
  expect(ask(['failed'], http('HEAD'), first)).toEqual({ ...met, tellsWhy: 'not met' });
  expect(ask([WHY])).toEqual(all(scenario, 'not asked'));
  const told = evidenceOf({ wire: [http('HEAD')], model: [{ body: { messages: [WHY] } }], log: [] });
  expect(outcomes(scenario, told)).toEqual(met);
});
