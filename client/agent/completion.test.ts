import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCompletion } from './completion.ts';
import { AgentError } from './error.ts';

const answer = (message: unknown) => JSON.stringify({ choices: [{ message }, { message: { content: 'second' } }] });

describe('readCompletion', () => {
  it('reads a text and keeps the message as it was emitted', () => {
    const message = { role: 'assistant', content: 'done', reasoning: 'because' };
    expect(readCompletion(answer(message))).toEqual({ message, text: 'done', calls: [] });
  });

  it('reads calls, and the text beside them', () => {
    const message = {
      content: 'looking',
      tool_calls: [
        { id: 'a|b', type: 'function', function: { name: 'x', arguments: '{"q": 1' } },
        { id: 'c', function: { name: 'y' } },
        { id: 'd', function: { name: 'z', arguments: { q: 1 } } },
      ],
    };
    expect(readCompletion(answer(message))).toEqual({
      message: { ...message, role: 'assistant' },
      text: 'looking',
      calls: [
        { id: 'a|b', name: 'x', arguments: '{"q": 1' },
        { id: 'c', name: 'y', arguments: '' },
        { id: 'd', name: 'z', arguments: '{"q":1}' },
      ],
    });
  });

  it.each([
    [{ content: null }, ''],
    [{}, ''],
    [{ content: null, tool_calls: null }, ''],
    [{ content: null, refusal: 'I will not.' }, 'I will not.'],
    [{ content: [{ type: 'text', text: 'a' }, { type: 'image_url' }, { type: 'text', text: 'b' }] }, 'ab'],
  ])('reads the text of %j', (message, text) => {
    expect(readCompletion(answer(message))).toMatchObject({ text, calls: [] });
  });

  it.each([
    ['<html>', 'Expected the model to answer with JSON'],
    ['null', "Expected choices[0].message in the model's answer to be an object"],
    ['{"choices": []}', "Expected choices[0].message in the model's answer to be an object"],
    [answer('text'), "Expected choices[0].message in the model's answer to be an object"],
    [answer({ content: 5 }), "Expected choices[0].message.content in the model's answer to be a string or null"],
    [answer({ tool_calls: {} }), "Expected choices[0].message.tool_calls in the model's answer to be a list"],
    [
      answer({ tool_calls: Array.from({ length: 129 }, () => ({})) }),
      "Expected choices[0].message.tool_calls in the model's answer to be at most 128 calls",
    ],
    [
      answer({ tool_calls: [5] }),
      "Expected choices[0].message.tool_calls[0].function in the model's answer to be an object",
    ],
    [
      answer({ tool_calls: [{ function: { name: 'x' } }] }),
      "Expected choices[0].message.tool_calls[0].id in the model's answer to be a string that is not empty",
    ],
    [
      answer({ tool_calls: [{ id: 'a', function: {} }] }),
      "Expected choices[0].message.tool_calls[0].function.name in the model's answer to be a string",
    ],
  ])('refuses %j', (body, message) => {
    expect(() => readCompletion(body)).toThrow(expect.objectContaining({ code: 'invalid-answer', message }));
  });

  it('gives a completion or an AgentError for any JSON', () => {
    const attempt = (body: string): unknown => {
      try {
        return readCompletion(body);
      } catch (error) {
        return error;
      }
    };
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (content, calls) => {
        const outcome = attempt(answer({ content, tool_calls: calls }));
        expect(outcome instanceof AgentError || Object.hasOwn(Object(outcome), 'text')).toBe(true);
      }),
    );
  });

  it('refuses arguments that are nested too deeply to be written', () => {
    const args = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const body = `{"choices":[{"message":{"tool_calls":[{"id":"c","function":{"name":"x","arguments":${args}}}]}}]}`;
    expect(() => readCompletion(body)).toThrow(
      expect.objectContaining({
        code: 'invalid-answer',
        message:
          "Expected choices[0].message.tool_calls[0].function.arguments in the model's answer to be nested less deeply",
      }),
    );
  });
});
