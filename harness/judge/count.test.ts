import { describe, expect, it } from 'vitest';
import { countFields } from './count.ts';
import type { Sighting } from './places.ts';

const content = {
  field: 'content' as const,
  canaries: ['head', 'middle', 'tail'].map((part) => ({ part, token: part })),
};
const place = (offset: number): Sighting['place'] => ({ line: 2, pointer: '/messages/3/content', offset });
const saw = (...keys: string[]): Sighting[] => keys.map((key, index) => ({ key, as: 'text', place: place(index) }));

describe('countFields', () => {
  it.each([
    [['head', 'middle', 'tail'], 1, 'whole'],
    [['head', 'middle', 'tail', 'head', 'middle', 'tail'], 2, 'whole'],
    [['head', 'middle', 'tail', 'head', 'tail'], 1, 'whole'],
    [['head'], 1, 'head'],
    [['head', 'head', 'tail'], 2, 'head and tail'],
    [['tail', 'head'], 1, 'head and tail'],
  ])('counts %j as %i of %s', (keys, count, parts) => {
    expect(countFields([content], saw(...keys))).toMatchObject([{ count, field: 'content', parts }]);
  });

  it('names three parts of four', () => {
    const four = { field: 'content' as const, canaries: ['a', 'b', 'c', 'd'].map((part) => ({ part, token: part })) };
    expect(countFields([four], saw('a', 'b', 'd'))).toMatchObject([{ parts: 'a, b and d' }]);
  });

  it('keeps the places in their order and says nothing of fields that were not seen', () => {
    const unseen = { field: 'structuredContent' as const, canaries: [{ part: 'head', token: 'nowhere' }] };
    expect(countFields([unseen, content], saw('tail', 'other', 'head'))).toEqual([
      { as: 'text', count: 1, field: 'content', parts: 'head and tail', places: [place(0), place(2)] },
    ]);
  });

  it('counts each form of a field apart', () => {
    const [head, middle, tail, again] = saw('head', 'middle', 'tail', 'head');
    const seen = [head, middle, tail, { ...again, as: 'base64' }] as Sighting[];
    expect(countFields([content], seen)).toMatchObject([
      { as: 'text', count: 1, parts: 'whole' },
      { as: 'base64', count: 1, parts: 'head' },
    ]);
  });
});
