import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The built bin on this machine, whatever else it is doing.
const root = resolve(import.meta.dirname, '../..');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'goals-'));
});
afterAll(() => rm(folder, { recursive: true }));

function bench(...args: string[]) {
  const bin = join(root, 'dist/mcp-client-probe.js');
  return execa(process.execPath, [bin, 'bench', '--out', join(folder, 'bench.json'), ...args], {
    cwd: root,
    reject: false,
  });
}

describe('mcp-client-probe bench', () => {
  it('finds the goals of all that is cheap to measure within 20 %', { timeout: 900_000 }, async () => {
    const cheap = ['--assert', '--only', 'run,first-request,rejudge,build-cards,diff'];
    const quick = await bench(...cheap, '--rounds', '3');
    // A machine at work makes few rounds doubtful; what is really too slow is so in many rounds too.
    const { exitCode, stdout, stderr } = quick.exitCode === 1 ? await bench(...cheap, '--rounds', '9') : quick;
    expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
  });

  it('finds a registry of 100 clients within its goals too', { timeout: 900_000 }, async () => {
    // Far within them, and long to measure: one round, and more where that one was not enough.
    const large = ['--assert', '--only', 'build-cards-100,diff-100'];
    const quick = await bench(...large, '--rounds', '1');
    const { exitCode, stdout, stderr } = quick.exitCode === 1 ? await bench(...large, '--rounds', '3') : quick;
    expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
  });

  it.each([
    [['--only', 'run,nothing'], /Expected --only to name cases, got "nothing"\. Known: node, floor, run, /],
    [['--rounds', '0'], /argument '0' is invalid\. Expected a whole number from 1 to 1000\./],
  ])('answers with 2 to %j and says what was expected', async (args, message) => {
    const { exitCode, stderr } = await bench(...args);
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(2);
  });
});
