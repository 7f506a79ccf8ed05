import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../types.ts';
import { readCall } from './call.ts';

const name = 'mcp__docs__search';
const call = { name, arguments: { q: 'a' } };

function message(args: JsonObject): string {
  const read = readCall(args);
  return read.kind === 'error' ? read.message : `read ${read.call.name}`;
}

describe('readCall', () => {
  it.each<[string, JsonObject]>([
    ['a list with one call', { calls: [call] }],
    ['the call alone', { calls: call }],
    ['a list as JSON text', { calls: JSON.stringify([call]) }],
    ['the call as JSON text', { calls: JSON.stringify(call) }],
    ['arguments as JSON text', { calls: [{ name, arguments: '{"q":"a"}' }] }],
    ['a name with blanks around it', { calls: [{ ...call, name: ` ${name} ` }] }],
    ['the older form', call],
    ['the older form beside null', { ...call, calls: null }],
  ])('takes %s', (_, args) => {
    expect(readCall(args)).toEqual({ kind: 'call', call: { name, args: { q: 'a' } } });
  });

  it.each<[Json | undefined]>([[undefined], [null], [''], [' \n'], ['null'], ['{}'], [{}]])(
    'takes the arguments %j for none',
    (given) => {
      const entry = given === undefined ? { name } : { name, arguments: given };
      expect(readCall({ calls: [entry] })).toEqual({ kind: 'call', call: { name, args: {} } });
    },
  );

  it.each<[JsonObject, string]>([
    [{}, '"calls" is needed: an array with an entry {name, arguments}'],
    [{ calls: null }, '"calls" is needed: an array with an entry {name, arguments}'],
    [{ calls: '[{' }, '"calls" is a string that is no valid JSON'],
    [{ calls: 'mcp__docs__search' }, '"calls" is a string that is no valid JSON'],
    [{ calls: 7 }, '"calls" must be an array with an entry {name, arguments}'],
    [{ calls: '7' }, '"calls" must be an array with an entry {name, arguments}'],
    [{ calls: [] }, '"calls" must be an array with an entry {name, arguments}; it is empty'],
    [{ calls: ['a'] }, 'calls[0] is no object {name, arguments}'],
    [{ calls: [call, null] }, 'calls[1] is no object {name, arguments}'],
    [{ calls: [{ arguments: {} }] }, 'calls[0] needs a "name", the exact name of a tool'],
    [{ calls: [{ name: ' ' }] }, 'calls[0] needs a "name", the exact name of a tool'],
    [{ calls: [{ name: 7 }] }, 'calls[0] needs a "name", the exact name of a tool'],
    [{ calls: [{ name: 'tool_search' }] }, "cannot run 'tool_search', which is a bridge tool itself"],
    [{ calls: [{ name: 'tool_describe' }] }, "cannot run 'tool_describe', which is a bridge tool itself"],
    [{ calls: [{ name: 'tool_call' }] }, "cannot run 'tool_call', which is a bridge tool itself"],
    [{ calls: [{ name, arguments: '{' }] }, 'calls[0].arguments is a string that is no valid JSON'],
    [{ calls: [{ name, arguments: [] }] }, 'calls[0].arguments is no object'],
    [{ calls: [{ name, arguments: '"a"' }] }, 'calls[0].arguments is no object'],
    [{ calls: [{ name, arguments: 7 }] }, 'calls[0].arguments is no object'],
    [{ name: 'tool_call', arguments: {} }, "cannot run 'tool_call', which is a bridge tool itself"],
  ])('refuses %j', (args, reason) => {
    expect(message(args)).toBe(`tool_call: ${reason}`);
  });

  it('asks for one call at a time, and repeats the first in the form to send', () => {
    expect(message({ calls: [call, { name: 'mcp__docs__read', arguments: {} }] })).toBe(
      'tool_call: one call at a time: expected exactly one entry in "calls", got 2. Nothing was run. ' +
        'Send {"calls": [{"name": "mcp__docs__search", "arguments": {"q": "a"}}]} alone, ' +
        'and every other entry in a tool_call of its own.',
    );
  });

  it('leaves long arguments out of that', () => {
    const repeated = (length: number): string =>
      message({ calls: [{ name, arguments: { q: 'x'.repeat(length) } }, call] });
    // The JSON of the arguments is 9 characters longer than the text in them.
    expect(repeated(1491)).toContain(`"arguments": {"q": "${'x'.repeat(1491)}"}}]}`);
    expect(repeated(1492)).toContain('"arguments": {...}}]}');
  });

  it('leaves arguments out that nest too deep to be written', () => {
    const deep = JSON.parse(`{"q":${'['.repeat(5000)}${']'.repeat(5000)}}`);
    expect(message({ calls: [{ name, arguments: deep }, call] })).toContain('"arguments": {...}}]}');
  });
});
