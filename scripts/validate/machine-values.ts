import type { Linter, Problem, StoredFile } from './linter.ts';

/**
 * What a machine leaves behind. A folder counts at the start of a path only: not in a URL, and not after `{{home}}`; an
 * escape's letter (`\n/home/…`) is no part of a path.
 */
const LEFT: [string, RegExp][] = [
  ['an absolute path', /(?<!(?:^|[^\\])[\w.~}-])\/(?:tmp|home|root|Users|var\/folders)\//],
  ['a loopback port', /(?:127\.0\.0\.1|localhost|\[::1\]):\d+/],
];

/** No file of a run holds paths or ports of the machine that it was made on. */
export const machineValues: Linter = {
  name: 'machine-values',
  description: 'No file of a run holds an absolute path or a loopback port of a machine.',
  check: ({ files }) => files.filter(({ path }) => path.startsWith('runs/')).flatMap(checkFile),
};

function checkFile({ path, text }: StoredFile): Problem[] {
  const lines = text.split('\n');
  return LEFT.flatMap(([what, pattern]) => {
    const index = lines.findIndex((line) => pattern.test(line));
    const found = index < 0 ? undefined : pattern.exec(lines[index] ?? '')?.[0];
    return found === undefined
      ? []
      : [{ path, text: `Expected no value of a machine, got ${what} (${found}) in line ${index + 1}.` }];
  });
}
