import { expect, it } from 'vitest';
import { LIMIT, runsSize } from './runs-size.ts';
import { sampleStored } from './sample-stored.ts';

const withBytes = (length: number) => {
  const stored = sampleStored();
  const others = stored.files
    .filter(({ path }) => path.startsWith('runs/'))
    .reduce((sum, { bytes }) => sum + bytes.length, 0);
  const [file] = stored.files.filter(({ path }) => path.startsWith('runs/'));
  if (file === undefined) throw new TypeError('Expected a file of a run.');
  stored.files.push(
    { ...file, path: 'runs/big', bytes: Buffer.alloc(length - others) },
    { ...file, path: 'data/big', bytes: Buffer.alloc(1000) },
  );
  return stored;
};

it('passes runs of exactly the limit', () => {
  expect(runsSize.check(withBytes(LIMIT))).toEqual([]);
});

it('fails one byte more', () => {
  expect(runsSize.check(withBytes(LIMIT + 1))).toEqual([
    { path: 'runs', text: 'Expected at most 50000000 bytes in all, got 50000001.' },
  ]);
});
