import { describe, expect, it } from 'vitest';
import { googleGemini } from './dialect.ts';
import { readPath } from './path.ts';

describe('paths', () => {
  it.each([
    ['POST', '/v1beta/models/gemini-2.5-flash:generateContent', 'turn'],
    ['POST', '/v1/models/m:streamGenerateContent', 'turn'],
    ['POST', '/models/m:generateContent', 'turn'],
    ['POST', '/v1beta/models/m%3AgenerateContent', 'turn'],
    ['POST', '/v1beta/tunedModels/m:generateContent', 'turn'],
    ['POST', '/v1beta1/projects/p/locations/l/publishers/google/models/m:streamGenerateContent', 'turn'],
    ['POST', '/v1beta/models/m:countTokens', 'count'],
    ['GET', '/v1beta/models', 'models'],
    ['GET', '/v1beta/models/m:generateContent', undefined],
    ['POST', '/v1beta/models/m:embedContent', undefined],
    ['POST', '/v1beta/models/m', undefined],
    ['POST', '/v1beta/models/:generateContent', undefined],
    ['POST', '/v1/chat/completions', undefined],
    ['POST', '/%', undefined],
  ])('%s %s is for %s', (method, path, use) => {
    expect(googleGemini.route(method, path)).toBe(use);
  });

  it('name the model', () => {
    expect(readPath('/v1beta/models/gemini-2.5-flash:countTokens')).toEqual({
      model: 'gemini-2.5-flash',
      method: 'countTokens',
    });
  });
});
