import { compareText } from './compare-text.ts';

/**
 * Which of two versions is older: below 0 when `a` is. Semantic versioning, and build metadata counts too, because
 * clients are told apart by it (`0.23.0+689.ga9ff979`). Parts that are no numbers are compared as text.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [split(a), split(b)];
  return (
    compareParts(left.core, right.core) ||
    // A version with a pre-release tag comes before the release.
    Number(left.pre === '') - Number(right.pre === '') ||
    compareParts(left.pre, right.pre) ||
    compareParts(left.build, right.build) ||
    compareText(a, b)
  );
}

function split(version: string): { core: string; pre: string; build: string } {
  const [main = '', build = ''] = cut(version, '+');
  const [core = '', pre = ''] = cut(main, '-');
  return { core, pre, build };
}

function cut(text: string, at: string): string[] {
  const index = text.indexOf(at);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

function compareParts(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const order = comparePart(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(a: string, b: string): number {
  const numbers = [a, b].every((part) => /^\d+$/.test(part));
  return numbers ? Number(a) - Number(b) : compareText(a, b);
}
