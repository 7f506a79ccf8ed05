import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applicationMeta } from './meta.ts';

describe('applicationMeta', () => {
  it.each([
    'io.modelcontextprotocol/x',
    'dev.mcp/x',
    'tools.mcp.com/x',
    'modelcontextprotocol.io/x',
    'mcp.dev/x',
    'tools.api.mcp.com/x',
    'io.modelcontextprotocol.sub/x',
    'io.modelcontextprotocol/',
  ])('leaves out %s', (key) => {
    expect(applicationMeta({ [key]: 1 })).toBeUndefined();
  });

  it.each([
    'com.example.mcp/x',
    'com.example/x',
    'com.example/mcp.io',
    'mcp/x',
    'plain',
    'mcp.io',
    '/mcp.io',
    'com.example.mcpserver/x',
    'com.MCP/x',
  ])('keeps %s', (key) => {
    expect(applicationMeta({ [key]: 1 })).toEqual({ [key]: 1 });
  });

  it('keeps the order of what is left, and says nothing of nothing', () => {
    const kept = applicationMeta({ z: 1, 'mcp.io/k': 2, a: { 'mcp.io/k': 3 } });
    expect(JSON.stringify(kept)).toBe('{"z":1,"a":{"mcp.io/k":3}}');
    expect(applicationMeta({})).toBeUndefined();
    expect(applicationMeta(undefined)).toBeUndefined();
  });

  it('leaves out a key exactly when one of the two rules reserves its prefix', () => {
    const label = fc.oneof(
      fc.constantFrom('mcp', 'modelcontextprotocol', 'com', 'io', 'xmcp', 'mcpx', 'modelcontextprotocol2'),
      fc.stringMatching(/^[a-z][a-z0-9-]{0,5}$/),
    );
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('x', '', 'mcp.io', 'a/b'),
        (labels, name) => {
          const prefix = labels.join('.');
          const older = /(?:^|\.)(?:mcp|modelcontextprotocol)\../.test(prefix);
          const newer = /^[^.]+\.(?:mcp|modelcontextprotocol)(?:\.|$)/.test(prefix);
          const key = `${prefix}/${name}`;
          expect(applicationMeta({ [key]: 1 })).toEqual(older || newer ? undefined : { [key]: 1 });
          // Without a slash there is no prefix, and nothing to reserve.
          expect(applicationMeta({ [prefix]: 1 })).toEqual({ [prefix]: 1 });
        },
      ),
      { numRuns: 1000 },
    );
  });
});
