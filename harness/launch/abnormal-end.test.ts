import { describe, expect, it } from 'vitest';
import { abnormalEnd } from './abnormal-end.ts';
import type { ClientEnd } from './client-process.ts';

const end = (given: Partial<ClientEnd>): ClientEnd => ({
  kind: 'exited',
  exitCode: 0,
  signal: undefined,
  output: '',
  stdout: '',
  detail: '',
  ...given,
});

describe('the end of a client', () => {
  it('is normal with an exit code of its driver', () => {
    expect(abnormalEnd(end({}), [0])).toBeUndefined();
    expect(abnormalEnd(end({ exitCode: 3 }), [0, 3])).toBeUndefined();
  });

  it.each([
    [
      { exitCode: 1, output: 'Error: the client broke\n    at x.js:1\n\nNode.js v20\n' },
      'crashed',
      'exit code 1: Error: the client broke',
    ],
    [{ exitCode: 1, output: 'one\ntwo\n' }, 'crashed', 'exit code 1: two'],
    [{ exitCode: 1 }, 'crashed', 'exit code 1'],
    [{ exitCode: 127, output: 'sh: x: not found\n', stdout: '' }, 'crashed', 'exit code 127: sh: x: not found'],
    [{ exitCode: 127, stdout: 'note\n{"unsupported": "no HTTP"}\n' }, 'unsupported', 'no HTTP'],
    [{ exitCode: 1, stdout: '{"unsupported": "no HTTP"}\n' }, 'crashed', 'exit code 1'],
    [{ kind: 'killed by a signal', exitCode: undefined, signal: 'SIGSEGV' }, 'crashed', 'killed by a signal, SIGSEGV'],
    [
      { kind: 'could not be started', exitCode: undefined, detail: 'ENOENT' },
      'crashed',
      'could not be started: ENOENT',
    ],
    [{ kind: 'timed out', detail: 'no end within 3 s' }, 'hung', 'no end within 3 s'],
  ] as const)('says of %o why nothing can be said of the run', (given, reason, detail) => {
    expect(abnormalEnd(end(given as Partial<ClientEnd>), [0])).toEqual({ kind: 'inconclusive', reason, detail });
  });
});
