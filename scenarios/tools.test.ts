import { describe, expect, it } from 'vitest';
import { findCanaries } from './canary.ts';
import { tools } from './tools.ts';
import type { Evidence, Json, ModelExchange, WireFrame } from './types.ts';

const served = tools.serve.pages.flat();
const [first, hidden, last, long] = served.map(({ definition }) => definition) as [
  Definition,
  Definition,
  Definition,
  Definition,
];
type Definition = (typeof served)[number]['definition'];

const answers = new Map(
  served.map(({ definition, answer }) => [definition.name, findCanaries(JSON.stringify(answer))[0]?.token ?? '']),
);

interface Client {
  /** How many pages it asks for. */
  pages?: number;
  /** The tools that it offers, under the names that it gives them. */
  offers?: [name: string, definition: Definition][];
  /** The names under which the model calls the two scripted tools; a name that is missing is not called. */
  calls?: { last?: string; long?: string };
}

const short = (name: string): string => name.slice(0, 60);
const honest: Required<Client> = {
  pages: 3,
  offers: [first, last, long].map((definition) => [short(definition.name), definition]),
  calls: { last: short(last.name), long: short(long.name) },
};

/** Evidence of a client, as far as the checks look at it. */
function evidenceOf(client: Client): Evidence {
  const { pages, offers, calls } = { ...honest, ...client };
  const frames: [WireFrame['dir'], Json][] = [];
  for (let page = 0; page < pages; page += 1) {
    frames.push(['c2s', { method: 'tools/list', ...(page > 0 && { params: { cursor: `page-${page}` } }) }]);
    const list = (tools.serve.pages[page] ?? []).map(({ definition }) => definition);
    frames.push(['s2c', { result: { tools: list, ...(page < 2 && { nextCursor: `page-${page + 1}` }) } }]);
  }
  const made = [
    { name: last.name, as: calls.last, id: 'a' },
    { name: long.name, as: calls.long, id: 'b' },
  ].flatMap(({ name, as, id }) => (as === undefined ? [] : [{ name, as, id }]));
  for (const { name } of made) frames.push(['c2s', { method: 'tools/call', params: { name } }]);
  const body = { tools: offers.map(([name, { description }]) => ({ name, description })) };
  const exchange: ModelExchange = {
    line: 1,
    body,
    tools: offers.map(([name, { description }], index) => ({ name, description, pointer: `/tools/${index}` })),
    results: made.map(({ name, id }) => ({
      callId: id,
      pointer: `/messages/${id}`,
      texts: [{ pointer: `/messages/${id}`, text: `${answers.get(name)}` }],
    })),
    calls: made.map(({ as, id }) => ({ id, name: as, arguments: '{}', target: as })),
  };
  return {
    model: [exchange],
    wire: frames.map(([dir, message], index) => ({
      line: index + 1,
      process: 1,
      dir,
      text: JSON.stringify(message),
      message,
    })),
  };
}

function outcomes(client: Client): Record<string, string> {
  if (tools.judgement.kind !== 'behaviour') throw new Error('The scenario is judged by its behaviour');
  const evidence = evidenceOf(client);
  return Object.fromEntries(tools.judgement.checks.map((check) => [check.id, check.ask(evidence).outcome]));
}

const met = {
  followsPages: 'met',
  callsFromTheLastPage: 'met',
  honoursTheFilter: 'met',
  clampsLongNames: 'met',
  callsByTheRealName: 'met',
};

describe('the checks of the tools scenario', () => {
  it('are met by a client that does everything', () => {
    expect(outcomes({})).toEqual(met);
  });

  it('find the client that stops at the second page', () => {
    expect(outcomes({ pages: 2 })).toMatchObject({ followsPages: 'not met' });
    expect(outcomes({ pages: 0 })).toMatchObject({ followsPages: 'not asked', honoursTheFilter: 'not asked' });
  });

  it('find the client that does not call', () => {
    expect(outcomes({ calls: { long: short(long.name) } })).toEqual({ ...met, callsFromTheLastPage: 'not met' });
    expect(outcomes({ calls: { last: 'x' } })).toEqual({ ...met, callsByTheRealName: 'not met' });
  });

  it('find the client that shows a tool which the user hides', () => {
    const offers: [string, Definition][] = [...honest.offers, ['renamed', hidden]];
    expect(outcomes({ offers })).toEqual({ ...met, honoursTheFilter: 'not met' });
  });

  it('find the client that offers a name of 70 characters', () => {
    const offers: [string, Definition][] = [[long.name, long]];
    expect(outcomes({ offers })).toEqual({ ...met, clampsLongNames: 'not met' });
  });

  it('credit a client that offers nothing with nothing', () => {
    const seen = { followsPages: 'met', callsFromTheLastPage: 'not met', callsByTheRealName: 'not met' };
    const none = { honoursTheFilter: 'not asked', clampsLongNames: 'not asked' };
    expect(outcomes({ offers: [], calls: {} })).toEqual({ ...seen, ...none });
    expect(outcomes({ offers: [[first.name, first]], calls: {} })).toEqual({ ...seen, ...none });
    expect(outcomes({ offers: [[last.name, last]], calls: {} })).toMatchObject({ honoursTheFilter: 'met' });
  });

  it('find the same behind a bridge, where only the call shows the name', () => {
    expect(outcomes({ offers: [] })).toEqual(met);
    expect(outcomes({ offers: [], calls: { last: 'x', long: long.name } })).toEqual({
      ...met,
      clampsLongNames: 'not met',
    });
    expect(outcomes({ offers: [], calls: { last: 'x' } })).toMatchObject({ clampsLongNames: 'not asked' });
  });
});
