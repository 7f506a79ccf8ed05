import { describe, expect, it } from 'vitest';
import { EvidenceError, readEvidence } from './evidence.ts';

const frame = (rest: object): string => `${JSON.stringify({ seq: 1, process: 1, dir: 'c2s', ...rest })}\n`;
const exchange = (rest: object): string =>
  `${JSON.stringify({ seq: 1, dialect: 'openai-chat', method: 'POST', path: '/v1/chat/completions', status: 200, response: '', ...rest })}\n`;

describe('readEvidence', () => {
  it('parses frames of stdio and HTTP, and counts lines from 1', () => {
    const wire =
      frame({ text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }) +
      frame({
        dir: 's2c',
        exchange: 3,
        http: { status: 200, headers: { 'Content-Type': 'a' } },
        text: '{"id":1}',
      }) +
      frame({ text: 'no json' }) +
      frame({ base64: Buffer.from([0xff, 0x41]).toString('base64') });
    expect(readEvidence(wire, '').wire).toEqual([
      {
        line: 1,
        process: 1,
        dir: 'c2s',
        text: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        message: { jsonrpc: '2.0', id: 1, method: 'ping' },
      },
      {
        line: 2,
        process: 1,
        exchange: 3,
        dir: 's2c',
        http: { status: 200, headers: { 'content-type': 'a' } },
        text: '{"id":1}',
        message: { id: 1 },
      },
      { line: 3, process: 1, dir: 'c2s', text: 'no json' },
      { line: 4, process: 1, dir: 'c2s', text: '\ufffdA' },
    ]);
  });

  it('reads the launches that a run has, and the lines of the log', () => {
    const { wire, model, log } = readEvidence(
      frame({ launch: 2, text: 'x' }),
      exchange({ launch: 2, reached: false, body: '{}' }),
      'one\n\ntwo\n',
    );
    expect([wire[0]?.launch, model[0]?.launch, model[0]?.reached]).toEqual([2, 2, false]);
    expect(log?.map(({ line, text }) => [line, text])).toEqual([
      [1, 'one'],
      [2, ''],
      [3, 'two'],
    ]);
    expect(readEvidence('', exchange({ body: '{}' })).model[0]).not.toHaveProperty('launch');
    expect(readEvidence('', '')).not.toHaveProperty('log');
    expect(() => readEvidence(frame({ launch: 'two', text: 'x' }), '')).toThrow(EvidenceError);
    expect(() => readEvidence('', exchange({ reached: 1, body: '{}' }))).toThrow(EvidenceError);
  });

  it('reads the model through its dialect', () => {
    const { model } = readEvidence('', exchange({ body: '{"messages":[]}' }) + exchange({ base64: '/w==' }));
    expect(model).toMatchObject([
      { line: 1, body: { messages: [] } },
      { line: 2, body: undefined },
    ]);
  });

  it('takes empty files for no evidence', () => {
    expect(readEvidence('', '')).toEqual({ wire: [], model: [] });
  });

  const good = frame({ text: 'a' });
  it.each([
    [
      'half-written',
      `${good}${good.slice(0, -1)}`,
      'Expected line 2 of wire.jsonl to end in a newline, got the end of the file',
    ],
    ['no-json', `${good}{"seq":\n`, 'Expected line 2 of wire.jsonl to be JSON, got "{\\"seq\\":"'],
    ['no-json', `${good}\n`, 'Expected line 2 of wire.jsonl to be JSON, got ""'],
    ['wrong-form', '[]\n', 'Expected line 1 of wire.jsonl to be an object, got an array'],
    ['wrong-form', frame({ text: 'a', dir: 'up' }), 'Expected "dir" to be c2s or s2c (line 1 of wire.jsonl), got "up"'],
    ['wrong-form', frame({ text: 'a', process: 0 }), 'Expected "process" to be integer (line 1 of wire.jsonl), got 0'],
    ['wrong-form', frame({ text: 1 }), 'Expected "text" to be string (line 1 of wire.jsonl), got 1'],
    ['wrong-form', frame({ text: 'a', http: [] }), 'Expected "http" to be object (line 1 of wire.jsonl), got an array'],
    ['wrong-form', frame({}), 'Expected one of "text" and "base64" (line 1 of wire.jsonl), got neither'],
    [
      'wrong-form',
      frame({ text: '', base64: '' }),
      'Expected one of "text" and "base64" (line 1 of wire.jsonl), got both',
    ],
  ])('throws %s for a line that is not whole', (code, wire, message) => {
    expect(() => readEvidence(wire, '')).toThrow(expect.objectContaining({ name: 'EvidenceError', code, message }));
  });

  it('names the file and line of a broken exchange', () => {
    const broken = exchange({ body: '' }) + exchange({ body: '', status: undefined });
    expect(() => readEvidence('', broken)).toThrow(EvidenceError);
    expect(() => readEvidence('', broken)).toThrow(
      'Expected "status" to be integer (line 2 of model.jsonl), got nothing',
    );
  });
});
