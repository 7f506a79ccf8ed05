import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runKey } from '../../harness/plan/run.ts';
import { parseRunPath } from './run-path.ts';

describe('parseRunPath', () => {
  it('is the reverse of runKey', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    const run = fc.record({
      client: name,
      version: fc.stringMatching(/^[0-9A-Za-z.+@-]{1,12}$/),
      config: name,
      server: fc.constantFrom('both' as const, 'handshake' as const, 'stateless' as const),
      transport: fc.constantFrom('stdio' as const, 'http' as const, 'sse' as const),
      scenario: fc.stringMatching(/^[a-zA-Z._]{1,12}$/),
    });
    fc.assert(
      fc.property(run, (value) => {
        expect(parseRunPath(runKey(value))).toEqual(value);
      }),
    );
  });

  it.each([
    ['no version', 'hermes-ts/default/both-stdio/tools'],
    ['an empty version', 'hermes-ts@/default/both-stdio/tools'],
    ['an id in capitals', 'Hermes@1/default/both-stdio/tools'],
    ['an unknown server mode', 'hermes-ts@1/default/all-stdio/tools'],
    ['an unknown transport', 'hermes-ts@1/default/both-pigeon/tools'],
    ['too much after the transport', 'hermes-ts@1/default/both-stdio-2/tools'],
    ['a level too few', 'hermes-ts@1/default/both-stdio'],
    ['a level too many', 'hermes-ts@1/default/both-stdio/tools/more'],
  ])('does not take a path with %s for a run', (_what, path) => {
    expect(parseRunPath(path)).toBeUndefined();
  });
});
