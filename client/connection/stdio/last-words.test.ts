import { expect, it } from 'vitest';
import { type Progress, readToEnd } from './last-words.ts';

/** How many looks are taken at an output that changes so. */
async function looksAt(progress: (look: number) => Progress): Promise<number> {
  let looks = 0;
  await readToEnd(() => {
    looks += 1;
    return progress(looks);
  });
  return looks;
}

const nothing: Progress = { bytes: 0, lines: 0, waiting: 0 };

it.each<[string, number, (look: number) => Progress]>([
  ['is quiet', 3, () => nothing],
  ['has a last word', 4, (look) => ({ ...nothing, lines: look === 1 ? 0 : 1 })],
  ['trickles on, from another process', 9, (look) => ({ ...nothing, bytes: look })],
  ['is still being worked off', 21, (look) => ({ ...nothing, lines: Math.min(look, 20), waiting: look < 20 ? 1 : 0 })],
  ['pours on, from another process', 12, (look) => ({ bytes: look * 1e5, lines: look, waiting: 1 })],
])('an output that %s is given up after %i looks', async (_how, looks, progress) => {
  expect(await looksAt(progress)).toBe(looks);
});
