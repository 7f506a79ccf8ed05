import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../scenarios/behaviour.ts';
import type { JsonObject, ServingPlan } from '../../scenarios/types.ts';
import { INITIALIZED, initialize, request, stateless } from '../test-support/messages.ts';
import { planWith, talkOverHttp, talkOverStdio } from '../test-support/talk.ts';
import { MALFORMED } from './malformed.ts';

describe('a list', () => {
  async function pagesOf(behaviour: Behaviour, cursors: (string | undefined)[]) {
    const talk = talkOverStdio(planWith(behaviour));
    await talk.open();
    const pages = [];
    for (const cursor of cursors) {
      talk.say(request(1, 'tools/list', cursor === undefined ? {} : { cursor }));
      const { result, error } = (await talk.next()) as { result?: { tools: JsonObject[] }; error?: { code: number } };
      pages.push(error?.code ?? { ...result, tools: result?.tools.map((tool) => tool?.['name'] ?? tool) });
    }
    return pages;
  }
  const first = ['everything', 'plain'];
  const second = ['malformed', 'asks', 'fails', 'needs', 'raw', 'returns', 'lines'];

  it('can have cursors without end', async () => {
    expect(await pagesOf({ cursors: 'endless' }, [undefined, 'page-2', 'page-3', 'page-900', 'other'])).toEqual([
      { tools: first, nextCursor: 'page-2' },
      { tools: second, nextCursor: 'page-3' },
      { tools: [], nextCursor: 'page-4' },
      { tools: [], nextCursor: 'page-901' },
      -32602,
    ]);
  });

  it('can have the same cursor again and again, or an empty one', async () => {
    expect(await pagesOf({ cursors: 'same' }, [undefined, 'page-2', 'page-2'])).toEqual([
      { tools: first, nextCursor: 'page-2' },
      { tools: second, nextCursor: 'page-2' },
      { tools: second, nextCursor: 'page-2' },
    ]);
    expect(await pagesOf({ cursors: 'empty' }, [undefined, ''])).toEqual([
      { tools: first, nextCursor: '' },
      { tools: first, nextCursor: '' },
    ]);
  });

  it('can hold entries that are no tools', async () => {
    const alsoListed = [null, 5, { name: 'bare' }, { description: 'no name' }];
    const [one, two] = await pagesOf({ alsoListed }, [undefined, 'page-2']);
    expect(one).toEqual({ tools: [...first, null, 5, 'bare', { description: 'no name' }], nextCursor: 'page-2' });
    expect(two).toEqual({ tools: second });
  });

  it('is the same over HTTP and in the stateless era', async () => {
    const talk = await talkOverHttp(planWith({ alsoListed: [null], cursors: 'empty' }));
    await talk.open();
    const { text } = await talk.post(request(1, 'tools/list'));
    expect(JSON.parse(text)).toMatchObject({ result: { nextCursor: '' } });
    const stdio = talkOverStdio(planWith({ alsoListed: [null], cursors: 'empty' }));
    stdio.say(stateless(1, 'tools/list'));
    const { result } = (await stdio.next()) as { result: { tools: unknown[]; resultType: string } };
    expect([result.tools.at(-1), result.resultType]).toEqual([null, 'complete']);
    await talk.close();
  });
});

describe('a malformed answer', () => {
  const names = Object.keys(MALFORMED);
  const rules = names.map((malformed, index) => ({
    on: { method: 'tools/call', from: index + 1, to: index + 1 },
    do: [{ answer: { malformed } }],
  }));

  it('there is one of each kind, with the id of the request where it has one', async () => {
    const [stdio, http] = [talkOverStdio(planWith({ rules })), await talkOverHttp(planWith({ rules }))];
    await stdio.open();
    await http.open();
    for (const [index, name] of names.entries()) {
      const id = 100 + index;
      stdio.say(request(id, 'tools/call', { name: 'plain' }));
      const { text } = await http.call(id);
      const lines: (string | undefined)[] = [];
      const wanted = text.split('\n').length;
      while (lines.length < wanted) lines.push(await stdio.line());
      expect([name, lines.join('\n')]).toEqual([name, text]);
      const { frame } = { frame: '', ...MALFORMED[name] };
      const hasId = !('frame' in (MALFORMED[name] ?? {})) || frame.includes('{{id}}');
      expect([name, text.includes(String(id))]).toEqual([name, hasId]);
      expect(text).not.toContain('{{');
    }
    expect(new Set(names.map((name) => JSON.stringify(MALFORMED[name]))).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
    await http.close();
  });

  it('is stamped in the stateless era, unless that is what it lacks', async () => {
    const talk = talkOverStdio(planWith({ rules }));
    for (const [index, name] of names.entries()) {
      talk.say(stateless(index, 'tools/call', { name: 'plain' }));
      const line = (await talk.line()) ?? '';
      if (name === 'noise before') await talk.line();
      if (!('result' in (MALFORMED[name] ?? {}))) continue;
      const { result } = JSON.parse(line) as { result: JsonObject };
      expect([name, 'resultType' in result]).toEqual([name, true]);
    }
  });

  it('can have bytes that are no UTF-8', async () => {
    const at = names.indexOf('not utf-8');
    const talk = await talkOverHttp(planWith({ rules: [{ on: { method: 'tools/call' }, do: rules[at]?.do ?? [] }] }));
    await talk.open();
    await talk.call(1);
    expect(talk.tap.entries.at(-1)?.bytes.includes(Buffer.from([0x66, 0xe9, 0x22]))).toBe(true);
    await talk.close();
  });
});

describe('the revisions that a plan offers', () => {
  const only = (...revisions: string[]): ServingPlan => planWith({}, { revisions });

  it('are agreed on, or the latest of them', async () => {
    for (const plan of [only('2024-11-05', '2025-03-26'), { ...only('2025-03-26'), behaviour: undefined as never }]) {
      const talk = talkOverStdio(plan);
      talk.say(initialize(1, '2025-11-25'), stateless('d', 'server/discover'));
      expect(await talk.next()).toMatchObject({ result: { protocolVersion: '2025-03-26' } });
      expect(await talk.next()).toMatchObject({ id: 'd', error: { code: -32601 } });
    }
    const talk = talkOverStdio(only('2026-07-28'));
    talk.say(initialize(1, '2025-11-25'), stateless('d', 'server/discover'));
    expect(await talk.next()).toMatchObject({ error: { code: -32022 } });
    expect(await talk.next()).toMatchObject({ id: 'd', result: { supportedVersions: ['2026-07-28'] } });
  });

  it('are those of the header over HTTP', async () => {
    const talk = await talkOverHttp(only('2025-06-18', '2026-07-28'));
    const session = await talk.open();
    const at = (revision: string) => talk.post(request(1, 'ping'), { ...session, 'mcp-protocol-version': revision });
    expect([(await at('2025-06-18')).status, (await at('2025-11-25')).status]).toEqual([200, 400]);
    expect((await talk.callStateless(2)).status).toBe(200);
    await talk.post(INITIALIZED);
    await talk.close();
  });

  it('say what the server declares in each era', async () => {
    const capabilities = { tools: { listChanged: true }, logging: {} };
    const talk = talkOverStdio({ ...planWith({}), behaviour: undefined as never, capabilities });
    talk.say(initialize(1), stateless(2, 'server/discover'));
    for (const id of [1, 2]) expect(await talk.next()).toMatchObject({ id, result: { capabilities } });
  });
});
