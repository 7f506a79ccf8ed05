import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../types.ts';
import { checkArguments } from './arguments.ts';
import { parsed, serverTool } from './testing/tool.ts';

const parameters = {
  type: 'object',
  properties: {
    q: { type: 'string' },
    max: { type: 'integer' },
    filter: { type: 'object', properties: { at: { type: 'integer' } } },
  },
  required: ['q', 'max'],
};
const tool = serverTool('mcp__docs__search', { parameters });
const hint = 'Send tool_call again with arguments that fit the schema in "parameters".';

async function refusal(args: JsonObject): Promise<JsonObject> {
  const checked = await checkArguments(tool, args);
  return checked.kind === 'error' ? parsed(checked.text) : { fits: checked.args };
}

describe('checkArguments', () => {
  it('gives back arguments that fit, coerced first', async () => {
    expect(await refusal({ q: 'a', max: '5', extra: 1 })).toEqual({ fits: { q: 'a', max: 5, extra: 1 } });
  });

  it('names every required argument that is missing, with the schema', async () => {
    expect(await refusal({ filter: { at: 'x' } })).toEqual({
      error: "tool_call: 'mcp__docs__search' needs more arguments: q, max. The tool was not run.",
      path: 'arguments',
      constraint: 'required',
      parameters,
      hint,
    });
  });

  it('names the place and the rule that is broken', async () => {
    expect(await refusal({ q: 'a', max: 5, filter: { at: 'x' } })).toEqual({
      error:
        'tool_call: the arguments do not fit \'mcp__docs__search\' at arguments.filter.at (type): must be integer; got "x". ' +
        'The tool was not run.',
      path: 'arguments.filter.at',
      constraint: 'type',
      parameters,
      hint,
    });
  });

  it('asks for what is required without being described', async () => {
    const bare = serverTool('mcp__docs__search', { parameters: { required: ['a'] } });
    expect(await checkArguments(bare, {})).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('more arguments: a.'),
    });
  });

  it('writes the keys of the error in one order', async () => {
    const checked = await checkArguments(tool, {});
    expect(checked.kind === 'error' && Object.keys(parsed(checked.text))).toEqual([
      'error',
      'path',
      'constraint',
      'parameters',
      'hint',
    ]);
  });

  it.each<[JsonObject]>([[{}], [{ type: 'object', properties: {}, required: 'a' }]])(
    'lets arguments through for the schema %j, which asks for none',
    async (schema) => {
      const loose = serverTool('mcp__docs__search', { parameters: schema });
      expect(await checkArguments(loose, {})).toEqual({ kind: 'fit', args: {} });
    },
  );
});
