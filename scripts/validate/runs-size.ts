import type { Linter } from './linter.ts';

/** Bytes that the folder of runs may have in all, so that the repository stays quick to clone. */
export const LIMIT = 50_000_000;

/** The folder of runs stays below its limit. */
export const runsSize: Linter = {
  name: 'runs-size',
  description: `The folder of runs has at most ${LIMIT / 1_000_000} MB.`,
  check: ({ files }) => {
    const size = files.filter(({ path }) => path.startsWith('runs/')).reduce((sum, { bytes }) => sum + bytes.length, 0);
    return size <= LIMIT ? [] : [{ path: 'runs', text: `Expected at most ${LIMIT} bytes in all, got ${size}.` }];
  },
};
