import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../deferred/settings.ts';
import { builtinTool, serverTool } from '../deferred/testing/tool.ts';
import type { RegisteredTool } from '../types.ts';
import { createOffers, type Offer } from './offer.ts';

const [b, c, a, d] = ['b', 'c', 'a', 'd'].map((name) => serverTool(`mcp__docs__${name}`)) as [
  RegisteredTool,
  RegisteredTool,
  RegisteredTool,
  RegisteredTool,
];
const bridge = ['tool_search', 'tool_describe', 'tool_call'];

/** A talk whose servers offer what `set` says. */
function setup(first: RegisteredTool[], enabled: boolean) {
  let tools = first;
  const next = createOffers({
    builtin: [builtinTool('read_file')],
    current: () => tools,
    settings: { ...defaultSettings, enabled },
    contextLength: 131_072,
    signal: new AbortController().signal,
    log: () => undefined,
  });
  return {
    next,
    set: (now: RegisteredTool[]) => {
      tools = now;
    },
  };
}

const names = ({ definitions }: Offer) => definitions.map(({ function: tool }) => tool.name.replace('mcp__docs__', ''));

async function call({ dispatch }: Offer, name: string, args: object): Promise<string> {
  return (await dispatch({ id: '1', name, arguments: JSON.stringify(args) })).run();
}

describe('createOffers', () => {
  it('offers the same, as long as nothing changes', () => {
    const { next } = setup([b, c], false);
    expect(names(next())).toEqual(['b', 'c', 'read_file']);
    expect(next()).toBe(next());
  });

  it('puts new tools at the end, leaves the others in their places, and lets those go that are gone', () => {
    const { next, set } = setup([b, c], false);
    next();
    set([d, a, c, b]);
    expect(names(next())).toEqual(['b', 'c', 'read_file', 'a', 'd']);
    set([a, d, b]);
    expect(names(next())).toEqual(['b', 'read_file', 'a', 'd']);
    set([c, a, d, b]);
    expect(names(next())).toEqual(['b', 'c', 'read_file', 'a', 'd']);
  });

  it('defines a tool anew that was registered anew, in its place', () => {
    const { next, set } = setup([b, c], false);
    next();
    set([{ ...b, description: 'Renewed.' }, c]);
    expect(next().definitions[0]?.function.description).toBe('Renewed.');
  });

  it('changes the catalog behind the search likewise', async () => {
    const { next, set } = setup([b, c], true);
    const before = next();
    expect(names(before)).toEqual(['read_file', ...bridge]);
    set([c, d]);
    const after = next();
    expect(names(after)).toEqual(['read_file', ...bridge]);
    expect(after.definitions[1]?.function.description).toMatch(/- mcp__docs__c\n- mcp__docs__d$/);
    const described = JSON.parse(await call(after, 'tool_describe', { names: ['mcp__docs__b', 'mcp__docs__d'] }));
    expect(described).toMatchObject({ tools: { mcp__docs__d: {} }, not_found: ['mcp__docs__b'] });
  });

  it('shows the catalog of the turn until the turn is over', async () => {
    const { next, set } = setup([b, c], true);
    const offer = next();
    set([c, d]);
    const described = JSON.parse(await call(offer, 'tool_describe', { names: ['mcp__docs__b', 'mcp__docs__d'] }));
    expect(described).toMatchObject({ tools: { mcp__docs__b: {} }, not_found: ['mcp__docs__d'] });
  });

  it('answers a call of a tool that went during the turn with an error', async () => {
    const { next, set } = setup([b, c], false);
    const offer = next();
    set([c]);
    expect(JSON.parse(await call(offer, 'mcp__docs__b', {}))).toMatchObject({ error: expect.any(String) });
    expect(await call(offer, 'mcp__docs__c', {})).toBe('');
    expect(JSON.parse(await call(next(), 'mcp__docs__b', {}))).toMatchObject({ error: expect.any(String) });
  });

  it('offers nothing until a server does, then the own tools too, and those from then on', () => {
    const { next, set } = setup([], true);
    expect(next()).toMatchObject({ definitions: [], bridge: false });
    set([b]);
    expect(names(next())).toEqual(['read_file', ...bridge]);
    set([]);
    expect(names(next())).toEqual(['read_file']);
    expect(next().bridge).toBe(false);
    set([b]);
    expect(names(next())).toEqual(['read_file', ...bridge]);
  });
});
