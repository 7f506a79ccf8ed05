import { expect, it } from 'vitest';
import type { Figure } from './figure.ts';
import { MEMORY } from './limits.ts';
import { makeReport } from './report.ts';

const figures = (...cpu: number[]) => cpu.map((each) => ({ cpu: each, wall: 10 * each }));
const measure = () => Promise.reject(new Error('It has been'));
const cases = ['floor', 'run'].map((name) => ({ name, title: name, measure }));

it.each([
  ['an odd number', figures(3, 1, 2), { median: 2, min: 1, max: 3 }],
  ['an even number', figures(4, 1, 2, 3), { median: 2.5, min: 1, max: 4 }],
])('takes the middle of %s of rounds', (_what, floor, cpu) => {
  const report = makeReport(cases, new Map([['floor', floor]]), [], 3);
  expect(report.cases[0]).toMatchObject({ cpu, toFloor: 1 });
});

it.each([
  [1.79, false],
  [1.81, true],
])('breaks a limit of 1.5 above 1.8 and not before: %f', (ratio, broken) => {
  const measured = new Map([
    ['floor', figures(1)],
    ['run', figures(ratio)],
  ]);
  const [, run] = makeReport(cases, measured, [{ name: 'run', of: 'floor', most: 1.5 }], 1).cases;
  expect(run).toMatchObject({ toFloor: ratio, limits: [{ of: 'floor', most: 1.5, got: ratio, broken }] });
});

it.each([
  [500, false],
  [501, true],
])('breaks a limit of 500 MB above it, with no slack: %d', (memory, broken) => {
  const measured = new Map<string, Figure[]>([
    ['floor', figures(1)],
    ['run', [{ cpu: 1, wall: 1, memory }]],
  ]);
  const limits = [
    { name: 'run', of: MEMORY, most: 500 },
    { name: 'run', of: 'floor', most: 2 },
  ];
  const [floor, run] = makeReport(cases, measured, limits, 1).cases;
  expect(floor).not.toHaveProperty('memory');
  expect(run).toMatchObject({
    memory: { median: memory },
    limits: [
      { of: MEMORY, most: 500, got: memory, broken },
      { of: 'floor', broken: false },
    ],
  });
});

it('holds seconds on the clock against each other where the limit says so', () => {
  const measured = new Map([
    ['floor', [{ cpu: 1, wall: 2 }]],
    ['run', [{ cpu: 9, wall: 3 }]],
  ]);
  const [, run] = makeReport(cases, measured, [{ name: 'run', of: 'floor', most: 2, clock: true }], 1).cases;
  expect(run).toMatchObject({ toFloor: 9, limits: [{ got: 1.5, broken: false }] });
});
