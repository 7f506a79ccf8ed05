import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Driver } from '../../data/types/driver.ts';
import { withFolder } from '../evidence/sample.ts';
import { processesWith } from '../probe/faults/testing/sound.ts';
import { type ProbeOptions, type ProbeResult, probe } from './index.ts';

const root = join(import.meta.dirname, '../../docs/examples');
const file = join(root, 'mcp-client-probe.json');
const asked: ProbeOptions = { root, driver: file, scenario: 'mirror' };

async function driver(change: Partial<Driver>): Promise<Driver> {
  return { ...(JSON.parse(await readFile(file, 'utf8')) as Driver), ...change };
}

const statuses = ({ results }: ProbeResult): string[] => results.map(({ status }) => status);

describe('probe', () => {
  it('writes a baseline below root, compares with it, and says what is not as it was', () =>
    withFolder(async (repository) => {
      const program = join(root, 'small-client.mjs');
      const command = ['{{node}}', program, '{{home}}/settings.json'];
      const version = { command: ['{{node}}', program, '--version'], pattern: String.raw`\S+` };
      const given = { ...asked, root: repository, driver: await driver({ command, version }) };
      const told: string[] = [];
      const first = await probe({ ...given, out: 'kept', say: (line) => told.push(line) });
      expect([statuses(first), first.exitCode, first.stale]).toEqual([['new'], 0, []]);
      expect(await readdir(repository)).toEqual(['kept']);
      await probe({ ...given, baseline: 'update' });
      expect(existsSync(join(repository, 'data/baselines/small-client.json'))).toBe(true);
      expect(statuses(await probe(given))).toEqual(['expected']);

      const textOnly = { ...given.driver, configs: { default: { textOnly: true } } };
      const changed = await probe({ ...given, driver: textOnly, say: (line) => told.push(line) });
      expect([statuses(changed), changed.exitCode]).toEqual([['changed'], 1]);
      expect(changed.results[0]?.changes).toEqual([expect.stringMatching(/^payload: 2x → 1x/)]);
      expect(told).toEqual([expect.stringMatching(/run alone once more/)]);
      expect(statuses(await probe({ ...given, driver: textOnly, baseline: 'ignore' }))).toEqual(['new']);
    }));

  it('says why a run gave no verdict', async () => {
    const { results, exitCode } = await probe({
      ...asked,
      driver: await driver({ command: ['{{node}}', '--nothing'] }),
    });
    expect(results).toMatchObject([{ status: 'inconclusive', inconclusive: { reason: 'crashed' }, changes: [] }]);
    expect(exitCode).toBe(3);
  });

  it('ends a client that runs when it is told to, with the reason', () =>
    withFolder(async (folder) => {
      const [controller, reason, marker] = [new AbortController(), new Error('enough'), join(folder, 'started')];
      const waits = `require('node:fs').writeFileSync(process.argv[1], ''); setInterval(() => {}, 1e6);`;
      const command = ['{{node}}', '--eval', waits, marker];
      const running = probe({ ...asked, driver: await driver({ command }), signal: controller.signal });
      await vi.waitFor(() => expect(existsSync(marker)).toBe(true), 60_000);
      controller.abort(reason);
      await expect(running).rejects.toBe(reason);
      await vi.waitFor(() => expect(processesWith(marker)).toEqual([]), 30_000);
    }));

  it.each<[string, Partial<ProbeOptions>, string]>([
    ['no such file', { driver: 'nothing.json' }, 'missing'],
    ['a file that is no driver', { driver: 'small-client.mjs' }, 'input'],
    ['an object that is no driver', { driver: { client: 'x' } as Driver }, 'input'],
    ['an unknown scenario', { scenario: 'nothing' }, 'usage'],
    ['no jobs', { jobs: 0 }, 'usage'],
    ['no time', { timeoutSeconds: Number.NaN }, 'usage'],
  ])('refuses %s', async (_what, options, code) => {
    await expect(probe({ ...asked, ...options })).rejects.toMatchObject({ name: 'HarnessError', code });
  });
});
