import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../types.ts';
import type { Completion, ToolCall } from './completion.ts';
import { runTalk, type TalkParts } from './loop.ts';
import type { Message } from './messages.ts';
import type { Offer } from './offer.ts';

const calls = (...names: string[]): ToolCall[] =>
  names.map((name, index) => ({ id: `${name}-${index}`, name, arguments: '{}' }));
const asks = (...names: string[]): Completion => ({
  message: { role: 'assistant', asks: names },
  text: 'thinking',
  calls: calls(...names),
});
const says = (text: string): Completion => ({ message: { role: 'assistant', content: text }, text, calls: [] });

const offer: Offer = {
  definitions: [],
  bridge: false,
  dispatch: async ({ name }) => ({ toolName: `real ${name}`, parallel: false, run: async () => `result of ${name}` }),
};

/** Runs a talk with a model that follows `script`; tells what the model saw on each turn. */
function talk(script: Completion[], parts: Partial<TalkParts> = {}) {
  const seen: Message[][] = [];
  const offered: ToolDefinition[][] = [];
  const answer = runTalk('hi', {
    complete: async (messages, definitions) => {
      seen.push([...messages]);
      offered.push(definitions);
      const next = script[Math.min(seen.length, script.length) - 1];
      if (next === undefined) throw new Error('the script is empty');
      return next;
    },
    offer: async () => offer,
    toMessages: (answers) =>
      answers.map(({ toolName, callId, content }) => ({ role: 'tool', name: toolName, tool_call_id: callId, content })),
    maxTurns: 5,
    ...parts,
  });
  return { answer, seen, offered };
}

describe('runTalk', () => {
  it('gives the text of an answer without calls', async () => {
    const { answer, seen } = talk([says('hello')]);
    expect(await answer).toBe('hello');
    expect(seen).toEqual([
      [
        { role: 'system', content: expect.any(String) },
        { role: 'user', content: 'hi' },
      ],
    ]);
  });

  it('sends the assistant message back as it was emitted, with a tool message a call', async () => {
    const { answer, seen } = talk([asks('a', 'b'), asks('c'), says('done')]);
    expect(await answer).toBe('done');
    expect(seen[2]?.slice(2)).toEqual([
      { role: 'assistant', asks: ['a', 'b'] },
      { role: 'tool', name: 'real a', tool_call_id: 'a-0', content: 'result of a' },
      { role: 'tool', name: 'real b', tool_call_id: 'b-1', content: 'result of b' },
      { role: 'assistant', asks: ['c'] },
      { role: 'tool', name: 'real c', tool_call_id: 'c-0', content: 'result of c' },
    ]);
    expect(seen[1]).toEqual(seen[2]?.slice(0, seen[1]?.length));
  });

  it('gives up when the last turn still asks for tools', async () => {
    const { answer, seen } = talk([asks('a')], { maxTurns: 2 });
    await expect(answer).rejects.toThrow(
      expect.objectContaining({
        code: 'turn-limit',
        message: 'Expected a final answer within 2 turns, got tool calls in all of them',
      }),
    );
    expect(seen).toHaveLength(2);
  });

  it('tells the model of the bridge, or of its tools, or of neither', async () => {
    const definition = { type: 'function' as const, function: { name: 'x', description: '', parameters: {} } };
    const system = async (parts: Partial<TalkParts>) => {
      const { answer, seen } = talk([says('ok')], parts);
      await answer;
      return JSON.stringify(seen[0]?.[0]);
    };
    expect(await system({})).not.toContain('tool');
    const offers = (bridge: boolean) => ({ offer: async () => ({ ...offer, definitions: [definition], bridge }) });
    expect(await system(offers(false))).toMatch(/You have tools(?!.*tool_search)/);
    expect(await system(offers(true))).toMatch(/tool_search.*tool_describe.*tool_call/);
  });

  it('asks for the offer of a turn once, before the model is asked', async () => {
    let turn = 0;
    const dispatched: string[] = [];
    const { answer, offered } = talk([asks('a', 'b'), asks('c'), says('done')], {
      async offer() {
        turn += 1;
        const name = `of turn ${turn}`;
        return {
          ...offer,
          definitions: [{ type: 'function', function: { name, description: '', parameters: {} } }],
          async dispatch(call) {
            dispatched.push(`${call.name} ${name}`);
            return offer.dispatch(call);
          },
        };
      },
    });
    await answer;
    expect(offered.map(([definition]) => definition?.function.name)).toEqual(['of turn 1', 'of turn 2', 'of turn 3']);
    expect(dispatched).toEqual(['a of turn 1', 'b of turn 1', 'c of turn 2']);
  });

  it('begins no further call once it is given up', async () => {
    const giveUp = new AbortController();
    const run: string[] = [];
    const { answer } = talk([asks('a', 'b')], {
      signal: giveUp.signal,
      offer: async () => ({
        ...offer,
        dispatch: async ({ name }) => ({
          toolName: name,
          parallel: false,
          async run() {
            run.push(name);
            giveUp.abort(new Error('enough'));
            return '';
          },
        }),
      }),
    });
    await expect(answer).rejects.toThrow('enough');
    expect(run).toEqual(['a']);
  });
});
