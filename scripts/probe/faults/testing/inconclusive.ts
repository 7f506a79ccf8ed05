import { expect } from 'vitest';
import { keepOne, ONE, type Place, probe } from './place.ts';
import { expectAnswer, expectSound } from './sound.ts';

/** Runs a driver's client in one run; it must come out inconclusive for this reason, beside a run that was finished before. */
export async function expectInconclusive(
  place: Place,
  driver: string,
  reason: string | RegExp,
  ...args: string[]
): Promise<void> {
  await keepOne(place);
  const answer = await probe(place, ...ONE, '--driver', driver, ...args);
  expectAnswer(answer, 3, reason);
  expect(answer.stdout).toContain('0 records, 1 inconclusive');
  await expectSound(place);
}
