import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNothingLeft } from '../probe/faults/testing/sound.ts';
import { makeRepository, type Repository, root } from './testing/repository.ts';

let repository: Repository;
beforeAll(async () => {
  repository = await makeRepository();
});
afterAll(() => repository.remove());

describe('the packed package in a repository with a driver and a small client', () => {
  it('is a baseline, and then a red run with the line that says what a change lost', async () => {
    const { folder, run } = repository;
    const probe = (...args: string[]) => run('npx', '--no-install', 'mcp-client-probe', 'probe', ...args);
    const first = await probe();
    expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('--update-baseline') as string });
    const baseline = join(folder, 'data/baselines/small-client.json');
    expect(existsSync(baseline)).toBe(false);

    expect(await probe('--update-baseline')).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(await readFile(baseline, 'utf8'))).toMatchObject({ client: 'small-client' });
    expect(await probe()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('0 differ from') as string });

    const client = join(folder, 'small-client.mjs');
    const text = await readFile(client, 'utf8');
    expect(text).toContain('!textOnly');
    await writeFile(client, text.replace('!textOnly', "!content.some(({ type }) => type === 'image')"));
    const { exitCode, stdout } = await probe();
    expect(stdout.match(/^.*structuredContent: reached the model → lost.*$/gm)).toHaveLength(1);
    expect(exitCode).toBe(1);
    await expectNothingLeft(repository);
  });

  const consumer = `
    import { CommandError, EvidenceError, HarnessError, diff, judge, probe, readRecord } from 'mcp-client-probe';
    import type { Driver, ProbeResult, RunRecord } from 'mcp-client-probe';
    const driver: Driver | string = './mcp-client-probe.json';
    const signal: AbortSignal = AbortSignal.timeout(1000);
    const { results, exitCode }: ProbeResult = await probe({ driver, scenario: 'mirror', baseline: 'ignore', signal });
    const records: RunRecord[] = results.flatMap(({ record, inconclusive }) => {
      if (inconclusive !== undefined) throw new Error(inconclusive.detail);
      return record.verdict.kind === 'fields' ? record : [];
    });
    const { lost } = await diff(records, await readRecord('runs/…'));
    const judged = await judge('runs/…');
    if (judged.kind === 'judged') console.log(judged.record.verdict.short, exitCode, lost[0]?.text);
    const codes: string[] = [CommandError, EvidenceError, HarnessError].map(({ prototype }) => prototype.code);
    console.log(codes);
    // @ts-expect-error There is no driver.
    await probe({});
  `;
  it.each([
    ['nodenext', { module: 'nodenext', lib: ['es2023'], types: ['node'] }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: [] }],
  ])('has types for a program in TypeScript (%s)', async (name, options) => {
    const { folder, run } = repository;
    const typeRoots = [join(root, 'node_modules/@types')];
    const compilerOptions = {
      ...options,
      typeRoots,
      target: 'es2023',
      strict: true,
      skipLibCheck: false,
      noEmit: true,
    };
    await writeFile(join(folder, `${name}.mts`), consumer);
    await writeFile(join(folder, `${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.mts`] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    expect(await run(process.execPath, tsc, '-p', `${name}.json`)).toMatchObject({ exitCode: 0, stdout: '' });
  });

  const asked = `import { readdirSync } from 'node:fs';
    import { probe } from 'mcp-client-probe';
    const asked = { driver: 'mcp-client-probe.json', scenario: 'mirror', baseline: 'ignore' };`;
  it('probes as often as it is asked to, and prints, keeps and leaves nothing', async () => {
    const { folder, run } = repository;
    const before = await readdir(folder);
    const program = `${asked}
      const found = [await probe(asked), await probe(asked)];
      const shorts = found.map(({ results }) => results[0].record.verdict.short);
      console.log(JSON.stringify([...shorts, process.exitCode ?? null]));`;
    const { stdout, stderr, exitCode } = await run(process.execPath, '--input-type=module', '--eval', program);
    expect([exitCode, stderr]).toEqual([0, '']);
    const [first, second, code] = JSON.parse(stdout) as unknown[];
    expect(first).toMatch(/^payload /);
    expect([second, code]).toEqual([first, null]);
    expect(await readdir(folder)).toEqual(before);
    await expectNothingLeft(repository);
  });

  it('leaves nothing when it is killed', async () => {
    // Its folder of runs and that of its clients are there.
    const program = `${asked}
      setInterval(() => readdirSync(process.env.TMPDIR).length > 1 && process.kill(process.pid, 'SIGKILL'), 1);
      await probe(asked);`;
    const { exitCode } = await repository.run(process.execPath, '--input-type=module', '--eval', program);
    expect(exitCode).toBeUndefined();
    await expectNothingLeft(repository);
  });
});
