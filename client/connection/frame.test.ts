import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFrame } from './frame.ts';

const faultOf = (value: unknown) => {
  const frame = readFrame(value);
  return frame.kind === 'malformed' ? { id: frame.id, fault: frame.why } : frame.kind;
};

describe('readFrame', () => {
  it('reads a result with its id', () => {
    expect(readFrame({ jsonrpc: '2.0', id: 3, result: { a: 1 } })).toEqual({ kind: 'result', id: 3, result: { a: 1 } });
  });

  it('reads an error, with and without data and id', () => {
    const error = { code: -32000, message: 'no' };
    expect(readFrame({ jsonrpc: '2.0', id: 'x', error: { ...error, data: 0, more: 1 } })).toEqual({
      kind: 'error',
      id: 'x',
      error: { ...error, data: 0 },
    });
    expect(readFrame({ jsonrpc: '2.0', id: null, error })).toEqual({ kind: 'error', id: null, error });
    expect(readFrame({ jsonrpc: '2.0', error })).toEqual({ kind: 'error', id: null, error });
  });

  it('reads requests and notifications of the server', () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const notification = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } };
    expect(readFrame(request)).toEqual({ kind: 'message', message: request });
    expect(readFrame(notification)).toEqual({ kind: 'message', message: notification });
  });

  it.each([
    ['null', 'got null'],
    ['[1]', 'got an array'],
    ['"str"', 'got a string'],
  ])('tells a result of %s apart, with the id', (result, got) => {
    expect(faultOf(JSON.parse(`{"jsonrpc":"2.0","id":5,"result":${result}}`))).toEqual({
      id: 5,
      fault: `expected "result" to be an object, ${got}`,
    });
  });

  it.each([
    ['{"id":5,"result":{}}', 'expected "jsonrpc" to be "2.0", got nothing'],
    ['{"jsonrpc":"1.0","id":5,"result":{}}', 'expected "jsonrpc" to be "2.0", got a string'],
    [
      '{"jsonrpc":"2.0","id":5,"result":{},"error":{"code":1,"message":"m"}}',
      'expected either "result" or "error", got both',
    ],
    ['{"jsonrpc":"2.0","id":5}', 'expected "result" or "error", got neither'],
    ['{"jsonrpc":"2.0","id":5,"error":{"code":1}}', 'expected "error.message" to be a string, got nothing'],
    [
      '{"jsonrpc":"2.0","id":5,"error":{"code":"E1","message":"m"}}',
      'expected "error.code" to be an integer, got a string',
    ],
    ['{"jsonrpc":"2.0","id":5,"error":null}', 'expected "error" to be an object, got null'],
  ])('names the fault of %s', (text, fault) => {
    expect(faultOf(JSON.parse(text))).toEqual({ id: 5, fault });
  });

  it('matches nothing when the id is unusable, or is the id of a request of the server', () => {
    expect(faultOf({ jsonrpc: '2.0', result: {} })).toEqual({
      id: undefined,
      fault: 'expected "id" to be a string or an integer, got nothing',
    });
    expect(faultOf({ jsonrpc: '2.0', id: 1.5, result: null })).toEqual({
      id: undefined,
      fault: 'expected "result" to be an object, got null',
    });
    expect(faultOf({ jsonrpc: '2.0', id: 5, method: 7 })).toEqual({
      id: undefined,
      fault: 'expected "method" to be a string, got number 7',
    });
  });

  it('never throws, and reads every value as exactly one kind', () => {
    const near = fc.record(
      {
        jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
        id: fc.oneof(fc.integer(), fc.jsonValue()),
        method: fc.jsonValue(),
        params: fc.jsonValue(),
        result: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(near, fc.jsonValue()), (value) => {
        expect(['result', 'error', 'message', 'malformed']).toContain(readFrame(value).kind);
      }),
    );
  });
});
