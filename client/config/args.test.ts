import { describe, expect, it } from 'vitest';
import { parseArgs } from './args.ts';

const where = 'mcp_servers.docs';

describe('parseArgs', () => {
  it.each([
    ['nothing', undefined, []],
    ['null', null, []],
    ['an empty list', [], []],
    ['a list of strings', ['-y', 'a b'], ['-y', 'a b']],
    ['scalars in a list, booleans as Python spells them', [true, false, 42, 1.5], ['True', 'False', '42', '1.5']],
    ['a JSON list in a string', '["-y", 42, true]', ['-y', '42', 'True']],
    ['a JSON list with blanks around it', '  ["-y"]\n', ['-y']],
    ['a Python list in a string', "['-y', \"it's\", True, -1.5]", ['-y', "it's", 'True', '-1.5']],
    ['a Python list that a comma ends', "['a',]", ['a']],
    ['a line for a shell', '-y "two words" \'$HOME\' plain\\ blank', ['-y', 'two words', '$HOME', 'plain blank']],
    ['an empty string', '', []],
    ['one number', 42, ['42']],
    ['one boolean', true, ['True']],
  ])('takes %s', (_, value, expected) => {
    expect(parseArgs(value, where)).toEqual(expected);
  });

  it.each([
    [
      '["a"',
      'Expected the string "args" to hold a JSON or Python list, got something that is neither (mcp_servers.docs)',
    ],
    ['{"a": 1}', 'Expected the string "args" to hold a JSON or Python list, got a mapping (mcp_servers.docs)'],
    [
      "[['nested']]",
      'Expected the string "args" to hold a JSON or Python list, got something that is neither (mcp_servers.docs)',
    ],
    ['-y "open', 'Expected the string "args" to close every quote and to not end with a backslash (mcp_servers.docs)'],
    ['-y \\', 'Expected the string "args" to close every quote and to not end with a backslash (mcp_servers.docs)'],
    [['a', null], 'Expected "args[1]" to be a string, number or boolean, got null (mcp_servers.docs)'],
    [[['a']], 'Expected "args[0]" to be a string, number or boolean, got a list (mcp_servers.docs)'],
    [{ a: 1 }, 'Expected "args[0]" to be a string, number or boolean, got a mapping (mcp_servers.docs)'],
  ])('refuses %j', (value, message) => {
    expect(() => parseArgs(value, where)).toThrow(expect.objectContaining({ code: 'invalid-value', message }));
  });
});
