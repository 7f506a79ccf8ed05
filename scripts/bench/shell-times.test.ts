import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readTimes, timed } from './shell-times.ts';

it.each([
  ['bash', 'All done.\n0m0.001s 0m0.002s\n0m0.120s 0m0.033s\n', 0.153],
  ['dash', '0m0.000000s 0m0.010000s\n0m1.250000s 0m0.250000s\n', 1.5],
  ['a locale with decimal commas', '0m0,001s 0m0,002s\n2m0,500s 1m0,250s\n', 180.75],
])('reads what the children used: %s', (_what, stdout, seconds) => {
  expect(readTimes(stdout)).toBeCloseTo(seconds, 6);
});

it('takes nothing else for times', () => {
  expect(() => readTimes('0m0.1s 0m0.2s\nAll done.\n')).toThrow('Expected the output of "times", got');
});

it('passes arguments on as they are, and the exit code back', () => {
  const script = 'console.log(JSON.stringify(process.argv.slice(1))); process.exit(7)';
  const [shell, ...args] = timed([process.execPath, '-e', script, 'a b', '$HOME', '"', '']);
  const run = () => execFileSync(shell, args, { encoding: 'utf8' });
  expect(run).toThrow(
    expect.objectContaining({ status: 7, stdout: expect.stringMatching(/^\["a b","\$HOME","\\"",""\]\n/) }),
  );
});
