import { describe, expect, it } from 'vitest';
import { InvalidResultError } from '../error.ts';
import { validateCallResult } from './call-result.ts';

const HANDSHAKE = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const STRUCTURED = ['2025-06-18', '2025-11-25'];
const text = [{ type: 'text', text: 'fine' }];

function refusal(raw: unknown, revision = '2025-11-25'): string {
  try {
    validateCallResult(raw, revision);
  } catch (error) {
    if (error instanceof InvalidResultError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('validateCallResult', () => {
  it('gives back the very value it was given', () => {
    const raw = { content: text, unknown: [1] };
    expect(validateCallResult(raw, '2025-11-25')).toBe(raw);
  });

  it.each([
    [undefined, 'invalid: result: expected an object, got nothing'],
    [null, 'invalid: result: expected an object, got null'],
    [[1], 'invalid: result: expected an object, got an array'],
    [{}, 'invalid: content: expected an array, got nothing'],
    [{ content: null }, 'invalid: content: expected an array, got null'],
    [{ content: 'x' }, 'invalid: content: expected an array, got a string'],
    [{ structuredContent: { a: 1 } }, 'invalid: content: expected an array, got nothing'],
    [{ content: [null] }, 'invalid: content[0]: expected an object, got null'],
    [{ content: [{ type: 'text' }] }, 'invalid: content[0].text: expected a string, got nothing'],
    [
      { content: [...text, { type: 'image', data: '' }] },
      'invalid: content[1].mimeType: expected a string, got nothing',
    ],
    [{ content: text, isError: 'true' }, 'invalid: isError: expected a boolean, got a string'],
    [{ content: text, _meta: [] }, 'invalid: _meta: expected an object, got an array'],
    [
      { content: [{ type: 'text', text: 'a', annotations: { audience: ['robot'] } }] },
      'invalid: content[0].annotations.audience[0]: expected "assistant" or "user", got another string',
    ],
    [
      { content: [{ type: 'text', text: 'a', annotations: { priority: 2 } }] },
      'invalid: content[0].annotations.priority: expected a number from 0 to 1, got a number outside of it',
    ],
    [
      { content: [{ type: 'resource', resource: { uri: 'a:b' } }] },
      'invalid: content[0].resource: expected a string "text" or "blob", got neither',
    ],
    [
      { content: [{ type: 'resource', resource: { uri: 'a:b', blob: 5 } }] },
      'invalid: content[0].resource: expected a string "text" or "blob", got a number',
    ],
    [
      { content: [{ type: 'resource_link', name: 'a', uri: 'a.txt' }] },
      'invalid: content[0].uri: expected an absolute URI, got another string',
    ],
    [
      { content: [{ type: 'resource_link', name: 'a', uri: 'a:b', size: 1.5 }] },
      'invalid: content[0].size: expected an integer, got a fraction',
    ],
  ])('says of %j what was expected and what came', (raw, message) => {
    expect(refusal(raw)).toBe(message);
  });

  it('names the block types of the revision and never the type that was sent', () => {
    const audio = { content: [{ type: 'audio', data: '', mimeType: 'audio/wav' }] };
    expect(refusal(audio, '2024-11-05')).toBe(
      'invalid: content[0].type: expected "text" or "image" or "resource", got another string',
    );
    expect(refusal(audio, '2025-03-26')).toBe('accepted');
    const link = { content: [{ type: 'resource_link', name: 'a', uri: 'file:///a' }] };
    expect(refusal(link, '2025-03-26')).toContain('got another string');
    expect(refusal(link, '2025-06-18')).toBe('accepted');
  });

  it.each(STRUCTURED.flatMap((revision) => ['str', ['a'], 5, true].map((value) => [revision, value])))(
    'refuses at %s the structuredContent %j',
    (revision, structuredContent) => {
      expect(refusal({ content: text, structuredContent }, String(revision))).toMatch(
        /^invalid: structuredContent: expected an object, got an? (string|array|number|boolean)$/,
      );
    },
  );

  it.each(HANDSHAKE)('takes null for an absent structuredContent at %s, and an object', (revision) => {
    expect(refusal({ content: [], structuredContent: null }, revision)).toBe('accepted');
    expect(refusal({ content: [], structuredContent: {} }, revision)).toBe('accepted');
  });

  it('does not look at structuredContent in revisions that do not define it', () => {
    expect(refusal({ content: [], structuredContent: 'str' }, '2025-03-26')).toBe('accepted');
  });

  it('takes any structuredContent at 2026-07-28', () => {
    for (const structuredContent of [null, 'str', ['a'], 5, true, {}]) {
      expect(refusal({ content: text, resultType: 'complete', structuredContent }, '2026-07-28')).toBe('accepted');
    }
  });

  it('wants resultType "complete" at 2026-07-28, and looks at it in no other revision', () => {
    expect(refusal({ content: text }, '2026-07-28')).toBe('invalid: resultType: expected a string, got nothing');
    expect(refusal({ content: text, resultType: 5 }, '2026-07-28')).toBe(
      'invalid: resultType: expected a string, got a number',
    );
    expect(refusal({ content: text, resultType: 'weird' }, '2026-07-28')).toBe(
      'unknown-result-type: resultType: expected "complete" or "input_required", got another string',
    );
    expect(refusal({ resultType: 'input_required', requestState: 's' }, '2026-07-28')).toMatch(/^input-required: /);
    expect(refusal({ content: text, resultType: 'weird' }, '2025-11-25')).toBe('accepted');
  });

  it('checks the server information that a result of 2026-07-28 carries', () => {
    const withInfo = (info: unknown): unknown => ({
      content: text,
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': info },
    });
    expect(refusal(withInfo({ name: 's', version: '1' }), '2026-07-28')).toBe('accepted');
    expect(refusal(withInfo({ name: 's' }), '2026-07-28')).toBe(
      'invalid: _meta["io.modelcontextprotocol/serverInfo"].version: expected a string, got nothing',
    );
  });

  it('says which revisions it knows', () => {
    expect(refusal({ content: text }, '2099-01-01')).toBe(
      'invalid: Expected a protocol revision of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28, got "2099-01-01"',
    );
    expect(refusal({ content: text }, 'constructor')).toMatch(/^invalid: Expected a protocol revision/);
  });

  it.each([
    ['a://', 'accepted'],
    ['a:?', 'accepted'],
    ['a:%41', 'accepted'],
    ['a:%4', 'invalid: content[0].uri: expected an absolute URI, got another string'],
  ])('reads a URI of 9,000,000 characters after %s', (beginning, outcome) => {
    const uri = `${beginning}${beginning === 'a:%4' ? 'x' : 'b'}${'b'.repeat(9_000_000)}`;
    expect(refusal({ content: [{ type: 'resource_link', name: 'a', uri }] })).toBe(outcome);
  });

  it('repeats no value of the result in its message', () => {
    const secret = 'tale-quartz-91';
    const refused: unknown[] = [
      { content: secret },
      { content: [{ type: secret }] },
      { content: [secret] },
      { content: [{ type: 'text', text: 'a', annotations: { audience: [secret] } }] },
      { content: [{ type: 'resource_link', name: secret, uri: secret }] },
      { content: text, structuredContent: secret },
      { content: text, isError: secret },
      { content: text, _meta: secret },
    ];
    for (const raw of refused) {
      expect(refusal(raw)).not.toBe('accepted');
      expect(refusal(raw)).not.toContain(secret);
    }
    expect(refusal({ content: text, resultType: secret }, '2026-07-28')).not.toContain(secret);
  });
});
