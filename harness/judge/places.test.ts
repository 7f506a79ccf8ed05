import { describe, expect, it } from 'vitest';
import { canary } from '../../scenarios/canary.ts';
import type { Json, ModelExchange } from '../../scenarios/types.ts';
import { findSightings } from './places.ts';
import { findTokens } from './search/find-tokens.ts';

const token = canary('cnt', 'head', 'places');
const other = canary('str', 'head', 'places');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const request = (line: number, ...messages: Json[]): ModelExchange => ({
  line,
  body: { messages },
  tools: [],
  results: [],
  calls: [],
});
const tool = (content: Json): Json => ({ role: 'tool', content });
const see = (...requests: ModelExchange[]): ReturnType<typeof findSightings> =>
  findSightings(requests, (text) =>
    findTokens(text, [token, other]).map(({ token: key, ...hit }) => ({ key, ...hit })),
  );

describe('findSightings', () => {
  it('sorts by line, document and offset, whatever was found first', () => {
    const places = see(request(2, tool(`${other} ${token}`), tool(token))).map(({ key, place }) => ({ key, ...place }));
    expect(places).toEqual([
      { key: other, line: 2, pointer: '/messages/0/content', offset: 0 },
      { key: token, line: 2, pointer: '/messages/0/content', offset: other.length + 1 },
      { key: token, line: 2, pointer: '/messages/1/content', offset: 0 },
    ]);
  });

  it('tells bytes of a typed part from base64 that is only text', () => {
    const bytes = base64(`${token} as bytes`);
    const seen = see(
      request(
        2,
        tool(`in text ${bytes}`),
        tool([
          { type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}` } },
          { type: 'input_audio', input_audio: { data: bytes, format: 'wav' } },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${base64(bytes)}` } },
          { type: 'image', alt: token, data: '' },
        ]),
      ),
    );
    expect(seen.map(({ as }) => as)).toEqual(['base64', 'image part', 'audio part', 'base64', 'text']);
  });

  it('counts a string that stands twice in the first request twice', () => {
    expect(see(request(2, tool(token), tool(token)))).toHaveLength(2);
  });
});

describe('later requests', () => {
  const first = request(2, tool(`one ${token}`));

  it('repeat the history without counting again, rewritten or not', () => {
    expect(
      see(first, request(3, tool(`one ${token}`)), request(4, tool(`the same, shortened: ${token}`))),
    ).toHaveLength(1);
  });

  it('add what was not there before', () => {
    const seen = see(
      first,
      request(3, tool(`one ${token}`), tool(`two ${token}`), tool(other)),
      request(4, tool(`two ${token}`)),
    );
    expect(seen.map(({ key, place }) => [key, place.line, place.pointer])).toEqual([
      [token, 2, '/messages/0/content'],
      [token, 3, '/messages/1/content'],
      [other, 3, '/messages/2/content'],
    ]);
  });

  it('add what a first request without the token could not show', () => {
    expect(
      see(request(2, tool('saved')), request(3, tool('saved'), tool(token))).map(({ place }) => place.line),
    ).toEqual([3]);
  });
});
