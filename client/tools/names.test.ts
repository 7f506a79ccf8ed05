import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullName, registeredName } from './names.ts';

describe('registeredName', () => {
  it.each([
    ['docs', 'search', 'mcp__docs__search'],
    ['my-api', 'list-items.v2', 'mcp__my_api__list_items_v2'],
    ['Docs', 'A  b', 'mcp__Docs__A__b'],
    ['docs', 'größe', 'mcp__docs__gr__e'],
    ['docs', '🎉', 'mcp__docs___'],
    [
      'chrome-devtools-mcp',
      'performance_analyze_insight_with_details_and_more',
      'mcp__chrome_devtools_mcp__performance_analyze_insight_w_365aeb2f',
    ],
    ['s'.repeat(40), 't'.repeat(40), 'mcp__ssssssssssssssssssssssssssssssssssssssss__tttttttt_c645d2ce'],
    ['a', 'b'.repeat(57), `mcp__a__${'b'.repeat(47)}_15fe4e2c`],
    ['a', 'b'.repeat(56), `mcp__a__${'b'.repeat(56)}`],
  ])('names tool %2$j of server %1$j', (server, tool, name) => {
    expect(registeredName(server, tool)).toBe(name);
  });

  it('is at most 64 characters that every provider takes, whatever the names', () => {
    const text = fc.string({ unit: 'binary', maxLength: 120 });
    fc.assert(
      fc.property(text, text, (server, tool) => {
        expect(registeredName(server, tool)).toMatch(/^[A-Za-z0-9_]{1,64}$/);
      }),
    );
  });

  it('is the full name where that fits', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9_]{1,28}$/);
    fc.assert(
      fc.property(word, word, (server, tool) => {
        expect(registeredName(server, tool)).toBe(`mcp__${server}__${tool}`);
        expect(fullName(server, tool)).toBe(`mcp__${server}__${tool}`);
      }),
    );
  });

  it('keeps long names with a common beginning apart', () => {
    const ending = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    fc.assert(
      fc.property(ending, ending, (one, other) => {
        fc.pre(one !== other);
        const beginning = 'b'.repeat(60);
        expect(registeredName('a', beginning + one)).not.toBe(registeredName('a', beginning + other));
      }),
    );
  });
});
