import { describe, expect, it } from 'vitest';
import { canary } from '../../scenarios/canary.ts';
import { toolScenario } from '../../scenarios/define.ts';
import { calibration } from '../../scenarios/index.ts';
import type { Evidence, ModelCall, ModelExchange, WireFrame } from '../../scenarios/types.ts';
import type { FoundCall, HiddenTool } from './find-call.ts';
import { findCall } from './find-call.ts';
import type { Inconclusive } from './types.ts';

const MARK = canary('dsc', 'tool', 'find-call');
const scenario = toolScenario({
  id: 'a',
  capability: 'tools',
  title: 'a',
  tools: [{ name: 'probe_a', description: `Marked ${MARK}.`, answer: { result: { content: [] } } }],
  judgement: { kind: 'fields', fields: [], checks: [] },
});

const frame = (line: number, dir: 'c2s' | 's2c', message: object, rest: Partial<WireFrame> = {}): WireFrame => ({
  line,
  process: 1,
  dir,
  text: JSON.stringify(message),
  message: message as NonNullable<WireFrame['message']>,
  ...rest,
});
const listing = frame(1, 's2c', { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'probe_a' }] } });
const called = frame(2, 'c2s', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'probe_a' } });
const answered = frame(3, 's2c', { jsonrpc: '2.0', id: 2, result: { content: ['answer'] } });
const wire = [listing, called, answered];

const call = (id: string, target = 'mcp__probe__probe_a', name = target): ModelCall => ({
  id,
  name,
  arguments: '{}',
  target,
});
const exchange = (line: number, given: Partial<ModelExchange> = {}): ModelExchange => ({
  line,
  body: { messages: [{ role: 'user', content: 'Use them.' }] },
  tools: [],
  results: [],
  calls: [],
  ...given,
});
const offering = { tools: [{ name: 'mcp__probe__probe_a', description: 'a', pointer: '/tools/0/function' }] };
const told = (callId: string, text: string): Partial<ModelExchange> => ({
  results: [{ callId, pointer: '/messages/2/content', texts: [{ pointer: '/messages/2/content', text }] }],
});
const find = (evidence: Evidence): FoundCall | HiddenTool | Inconclusive => findCall(scenario, 0, evidence);
const reasonOf = (evidence: Evidence): string => {
  const found = find(evidence);
  return found.kind === 'inconclusive' ? found.reason : found.kind;
};

describe('what is missing', () => {
  it('is the model, before anything else', () => {
    expect(reasonOf({ wire: [], model: [] })).toBe('no-model-request');
    expect(find({ wire, model: [exchange(1, { body: undefined, calls: [call('1')] })] })).toEqual({
      kind: 'inconclusive',
      reason: 'no-model-request',
      detail: 'The client sent no request to its model.',
    });
  });

  it('is the offer, when the server listed the tool and no request held it', () => {
    expect(find({ wire: [listing], model: [exchange(1)] })).toEqual({ kind: 'hidden' });
    expect(
      reasonOf({
        wire: [listing],
        model: [exchange(1, { tools: [{ name: 'mcp__probe__probe_ab', description: '', pointer: '' }] })],
      }),
    ).toBe('hidden');
  });

  it.each([
    ['a name', offering],
    ['another spelling of the name', { tools: [{ name: 'Probe-A', description: '', pointer: '' }] }],
    ['a mark', { tools: [{ name: 'cut_name_5f3c', description: `Marked ${MARK}.`, pointer: '' }] }],
    [
      'a bridge that lists it',
      { tools: [{ name: 'tool_search', description: 'probe tools (1):\n- mcp__probe__probe_a', pointer: '' }] },
    ],
    ['a search result', told('0', String.raw`{"matches":["mcp__probe__probe_a"],"text":"a\nb"}`)],
    ['a mark in a search result', told('0', `{"description":"Marked ${MARK}."}`)],
  ])('is the call, when the tool was offered by %s', (_how, given) => {
    expect(reasonOf({ wire: [listing], model: [exchange(1, given)] })).toBe('tool-not-called');
  });

  it('is the call, when the server was never asked for its tools', () => {
    expect(find({ wire: [], model: [exchange(1)] })).toMatchObject({
      reason: 'tool-not-called',
      detail: 'The tool probe_a was never listed by the server, and no model answer asked for it.',
    });
  });

  it('is the offer, when a result only repeats the name that the model itself made up', () => {
    const asked = { calls: [{ ...call('0', 'tool_describe'), arguments: '{"names":["probe_a"]}' }] };
    const echoed = told('0', '{"not_found":["probe_a"]}');
    expect(reasonOf({ wire: [listing], model: [exchange(1, asked), exchange(2, echoed)] })).toBe('hidden');
    const found = told('0', '{"tools":{"mcp__probe__probe_a":{}}}');
    expect(reasonOf({ wire: [listing], model: [exchange(1, asked), exchange(2, found)] })).toBe('tool-not-called');
  });

  it('is the wire, when the model asked and no tools/call of that tool followed', () => {
    const model = [exchange(1, { ...offering, calls: [call('1')] }), exchange(2, told('1', 'refused'))];
    expect(reasonOf({ wire: [listing], model })).toBe('call-not-on-wire');
    const other = frame(2, 'c2s', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'probe_b' } });
    expect(reasonOf({ wire: [listing, other], model })).toBe('call-not-on-wire');
  });

  it('is a later request, when the answer was the last thing that happened', () => {
    expect(reasonOf({ wire, model: [exchange(1, { ...offering, calls: [call('1')] })] })).toBe('no-model-request');
  });
});

describe('a call that was made', () => {
  it('is found with its answer and the first request that holds its result', () => {
    const model = [
      exchange(1, { calls: [call('1')] }),
      exchange(2),
      exchange(3, told('1', 'done')),
      exchange(4, told('1', 'done')),
    ];
    expect(find({ wire, model })).toMatchObject({
      kind: 'found',
      served: 'probe_a',
      call: { id: '1' },
      wire: { frame: { line: 2 }, result: { content: ['answer'] } },
      message: { text: 'done' },
      requests: [{ line: 3 }, { line: 4 }],
    });
  });

  it('takes the next request where the client lost the id, and reads what is new in it', () => {
    const messages = [
      { role: 'user', content: 'Use them.' },
      { role: 'assistant', content: 'mine' },
      { role: 'user', content: [{ type: 'text', text: 'The tool says: done' }] },
    ];
    const listOfModels = exchange(2, { body: undefined });
    const model = [exchange(1, { calls: [call('1')] }), listOfModels, exchange(3, { body: { messages } })];
    expect(find({ wire, model })).toMatchObject({
      message: { texts: ['The tool says: done'] },
      requests: [{ line: 3 }],
    });
  });

  it('is found by its mark, and behind a bridge that hides both by its place before the end', () => {
    const marked = {
      tools: [{ name: 'cut_5f3c', description: `Marked ${MARK}.`, pointer: '' }],
      calls: [call('1', 'cut_5f3c')],
    };
    expect(find({ wire, model: [exchange(1, marked), exchange(2, told('1', 'done'))] })).toMatchObject({
      call: { id: '1' },
    });
    const beforeOther = { ...marked, calls: [call('1', 'cut_5f3c'), call('2', 'another_tool')] };
    expect(find({ wire, model: [exchange(1, beforeOther), exchange(2, told('1', 'done'))] })).toMatchObject({
      call: { id: '1' },
    });
    const bridged = { calls: [call('0', 'search'), call('1', 'use')] };
    expect(find({ wire, model: [exchange(1, bridged), exchange(2, told('1', 'done'))] })).toMatchObject({
      call: { id: '1' },
    });
  });

  it('is the last of several that the client refused before it made one', () => {
    const model = [
      exchange(1, { calls: [call('1')] }),
      exchange(2, { ...told('1', 'refused'), calls: [call('2')] }),
      exchange(3, told('2', 'done')),
    ];
    expect(find({ wire, model })).toMatchObject({ call: { id: '2' }, message: { text: 'done' } });
    const twice = [
      ...wire,
      frame(4, 'c2s', { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'probe_a' } }),
    ];
    expect(find({ wire: twice, model })).toMatchObject({ call: { id: '1' }, wire: { frame: { line: 2 } } });
  });

  it('goes by the repeated call that was answered', () => {
    const lost = frame(2, 'c2s', { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'probe_a' } });
    const model = [exchange(1, { calls: [call('1')] }), exchange(2, told('1', 'done'))];
    expect(find({ wire: [listing, lost, { ...called, line: 4 }, { ...answered, line: 5 }], model })).toMatchObject({
      wire: { frame: { line: 4 }, result: { content: ['answer'] } },
    });
  });

  it.each([
    ['an error', frame(3, 's2c', { jsonrpc: '2.0', id: 2, error: { code: -1, message: 'no' } })],
    ['another id', frame(3, 's2c', { jsonrpc: '2.0', id: 3, result: {} })],
    ['a request of the server with the same id', frame(3, 's2c', { jsonrpc: '2.0', id: 2, method: 'ping' })],
    ['a result that is no object', frame(3, 's2c', { jsonrpc: '2.0', id: 2, result: 'text' })],
  ])('has no result when the answer is %s', (_what, answer) => {
    const model = [exchange(1, { calls: [call('1')] }), exchange(2, told('1', 'sorry'))];
    expect(find({ wire: [listing, called, answer], model })).toMatchObject({
      kind: 'found',
      wire: { result: undefined },
      message: { text: 'sorry' },
    });
  });

  it.each([
    ['nothing', []],
    ['of another process', [{ ...answered, process: 2 }]],
    ['a frame before it', [{ ...answered, line: 1 }]],
    ['of another exchange', [{ ...answered, exchange: 8 }]],
  ])('says nothing of the client when the answer on the wire is %s', (_what, frames) => {
    const model = [exchange(1, { calls: [call('1')] }), exchange(2, told('1', 'sorry'))];
    expect(reasonOf({ wire: [listing, called, ...frames], model })).toBe('harness');
  });

  it('has the answer of its own exchange where ids repeat over HTTP', () => {
    const model = [exchange(1, { calls: [call('1')] }), exchange(2, told('1', 'done'))];
    const other = frame(3, 's2c', { jsonrpc: '2.0', id: 2, result: { content: ['other'] } }, { exchange: 8 });
    const own = { ...answered, line: 4, exchange: 9 };
    expect(find({ wire: [listing, { ...called, exchange: 9 }, other, own], model })).toMatchObject({
      wire: { result: { content: ['answer'] } },
    });
    const head = {
      line: 3,
      process: 1,
      exchange: 9,
      dir: 's2c',
      text: '',
      http: { status: 200, headers: {} },
    } as const;
    expect(find({ wire: [listing, { ...called, exchange: 9 }, head, { ...other, line: 4 }], model })).toMatchObject({
      wire: { result: { content: ['other'] } },
    });
  });

  it('must be in the script', () => {
    expect(() => findCall(calibration, 2, { wire, model: [] })).toThrow(
      'Expected scripted call 3 to name a served tool, got no such call (calibration)',
    );
  });
});
