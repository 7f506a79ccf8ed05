import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { build } from '../build-cards/sample-root.ts';
import { runDiff } from '../diff/diff.ts';
import { recorder, withFolder } from '../evidence/sample.ts';
import { overlayPath } from '../registry/overlays.ts';
import { nameOf } from './large-records.ts';
import { VERSIONS, writeRegistry } from './large-registry.ts';

const packageRoot = resolve(import.meta.dirname, '../..');
const size = { clients: 10, records: 40 };

async function made(folder: string, name: string): Promise<{ root: string; tree: string }> {
  const root = join(folder, name);
  await mkdir(root);
  await writeRegistry(packageRoot, root, size);
  return { root, tree: (await execa('git', ['rev-parse', 'HEAD^{tree}'], { cwd: root })).stdout };
}

describe('writeRegistry', () => {
  it('makes equal registries, of as many records as it was asked for', async () => {
    await withFolder(async (folder) => {
      const { root, tree } = await made(folder, 'one');
      expect((await made(folder, 'other')).tree).toBe(tree);
      for (let number = 0; number < size.clients; number += 1) {
        const text = await readFile(join(root, overlayPath(nameOf(number))), 'utf8');
        const { records, evidence } = JSON.parse(text) as VerifiedOverlay;
        expect(records).toHaveLength(size.records);
        expect(new Set(records.map(({ path }) => path)).size).toBe(size.records);
        expect(new Set(evidence.map(({ tier }) => tier))).toEqual(new Set(['probed', 'declared']));
      }
    });
  });

  it('makes registries of which every verb has something to say', async () => {
    await withFolder(async (folder) => {
      const { root } = await made(folder, 'registry');
      expect(await build(root)).toMatchObject({ code: 0, out: expect.stringMatching(/^10 cards and an index/) });
      const card = await readFile(join(root, 'cards', `${nameOf(3)}.md`), 'utf8');
      // The fourth entry is the one with typed evidence and a published list.
      for (const part of ['read', 'published', 'Research notes']) expect(card).toContain(part);
      const streams = recorder();
      const [a = '', b = ''] = VERSIONS.map((version) => `git:${version}`);
      expect(await runDiff({ root, a, b, format: 'json', ...streams })).toBe(1);
    });
  });
});
