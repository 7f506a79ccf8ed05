import { expect, it } from 'vitest';
import { withFolder } from '../evidence/sample.ts';
import { CaseFailed } from './figure.ts';
import { measureProgram } from './programs.ts';

const cancel = new AbortController().signal;

async function measured(source: string, memory = true) {
  return withFolder((folder) =>
    measureProgram(['-e', source], { cwd: folder, folder, cancel, guard: () => () => undefined, memory }),
  );
}

it('tells the most memory that a program had, which is more than it has at its end', async () => {
  const holding = await measured('Buffer.alloc(200e6, 1)');
  const empty = await measured('0');
  expect(holding.memory).toBeGreaterThan(200);
  expect(empty.memory).toBeLessThan(200);
});

it('is told of a program that ends itself, and only where it was asked for', async () => {
  expect((await measured('process.exit(0)')).memory).toBeGreaterThan(1);
  expect(await measured('0', false)).not.toHaveProperty('memory');
});

it('fails where a program ends without a word', async () => {
  await expect(measured('process.reallyExit(0)')).rejects.toThrow(CaseFailed);
});
