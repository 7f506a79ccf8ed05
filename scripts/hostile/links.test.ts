import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../harness/report/testing/sample-report.ts';
import { recorder } from '../evidence/sample.ts';
import { keepBelow } from '../keep-file.ts';
import { probe } from '../library/probe.ts';
import { packageRoot } from '../paths.ts';
import { updateBaseline } from '../probe/baseline.ts';
import { runRejudge } from '../rejudge/rejudge.ts';
import { answer, CELL, keepRun, OVERLAY, put, RUN, type Verb, withRoot } from './testing/verbs.ts';

/** Puts what lies at `path` elsewhere, and a link in its place. */
async function leadAway(root: string, path: string): Promise<void> {
  const outside = join(root, 'outside');
  await mkdir(outside, { recursive: true });
  await rename(join(root, path), join(outside, 'moved'));
  await symlink(join(outside, 'moved'), join(root, path));
}

describe('a link in the folder of runs', () => {
  it.each([
    ['a version', 'hermes-ts@1.0.0'],
    ['a config', 'hermes-ts@1.0.0/default'],
    ['a cell', CELL],
    ['a run', RUN],
    ['a calibration run', `${CELL}/calibration`],
  ])('is not followed where it stands for the folder of %s, and every verb says so', async (_what, path) => {
    await withRoot(async (root) => {
      const before = await readFile(join(root, OVERLAY), 'utf8');
      await leadAway(root, `runs/${path}`);
      for (const verb of ['ingest', 'rejudge'] satisfies Verb[]) {
        const { code, err } = await answer(verb, root);
        expect([verb, code]).toEqual([verb, 2]);
        expect(err).toContain(`Expected ${path} below the folder of runs to be a folder, got a link.`);
      }
      const { code, out } = await answer('validate', root);
      expect(code).toBe(1);
      expect(out).toContain(`runs/${path}: Expected a file or a folder, got something else (a link?). [run-folders]\n`);
      expect(await readFile(join(root, OVERLAY), 'utf8')).toBe(before);
    });
  });

  it('is not read by diff, which names it', async () => {
    await withRoot(async (root) => {
      await rm(join(root, OVERLAY));
      await leadAway(root, `runs/${RUN}`);
      expect(await answer('diff', root)).toEqual({
        code: 2,
        out: '',
        err: `Expected ${RUN} below the folder of runs to be a folder, got a link.\n`,
      });
    });
  });

  it.each(['record.json', 'wire.jsonl', 'model.jsonl'])('is not followed where it stands for %s', async (name) => {
    await withRoot(async (root) => {
      await leadAway(root, `runs/${RUN}/${name}`);
      for (const verb of ['ingest', 'rejudge'] satisfies Verb[]) {
        const { code, err } = await answer(verb, root);
        expect([verb, code]).toEqual([verb, 2]);
        expect(err).toContain(`Expected ${RUN}/${name} to be a file, got a link.\n`);
      }
      const { out } = await answer('validate', root);
      expect(out).toContain(`runs/${RUN}/${name}: Expected a file or a folder, got something else (a link?).`);
    });
  });

  it.each([
    ['wire.jsonl', ['ingest', 'rejudge']],
    ['model.jsonl', ['rejudge']],
  ] as [string, Verb[]][])('is not followed where it stands for %s of a calibration run', async (name, verbs) => {
    await withRoot(async (root) => {
      await leadAway(root, `runs/${CELL}/calibration/${name}`);
      for (const verb of verbs) {
        const { code, err } = await answer(verb, root);
        expect([verb, code]).toEqual([verb, 2]);
        expect(err).toContain(`Expected ${CELL}/calibration/${name} to be a file, got a link.`);
      }
    });
  });

  it('keeps nobody waiting where a pipe stands for a file', async () => {
    await withRoot(async (root) => {
      await rm(join(root, `runs/${RUN}/wire.jsonl`));
      execFileSync('mkfifo', [join(root, `runs/${RUN}/wire.jsonl`)]);
      const expected = `Expected ${RUN}/wire.jsonl to be a file, got something else (a pipe?).`;
      expect((await answer('ingest', root)).err).toContain(expected);
      expect((await answer('rejudge', root)).err).toContain(expected);
      expect((await answer('validate', root)).out).toContain('got something else (a link?). [run-folders]');
    });
  });
});

describe('a link where a verb writes', () => {
  it.each(['data', 'data/verified'])('is not followed by ingest where it stands for %s', async (path) => {
    await withRoot(async (root) => {
      await keepRun(root, { version: '2.0.0' });
      const before = await readFile(join(root, OVERLAY), 'utf8');
      await leadAway(root, path);
      expect(await answer('ingest', root)).toMatchObject({
        code: 2,
        err: `Expected to write ${OVERLAY}: ${path} is a link, which is not followed.\n`,
      });
      expect(await readFile(join(root, OVERLAY), 'utf8')).toBe(before);
    });
  });

  it.each(['cards', 'docs', 'docs/research'])('is not followed by build-cards where it stands for %s', async (path) => {
    await withRoot(async (root) => {
      await put(root, 'docs/research/one.md', 'Made by `mcp-client-probe build-cards`.');
      await put(root, 'cards/README.md', 'Mine.');
      await leadAway(root, path);
      const before = await readdir(join(root, 'outside/moved'), { recursive: true });
      const { code, err } = await answer('build-cards', root);
      expect(code).toBe(2);
      expect(err).toMatch(
        new RegExp(`^Expected to write ${path}/\\S+: ${path} is a link, which is not followed\\.\n$`),
      );
      expect(await readdir(join(root, 'outside/moved'), { recursive: true })).toEqual(before);
    });
  });

  it.each(['data', 'data/baselines', 'data/baselines/some-client.json'])(
    'is not followed by probe --update-baseline where it stands for %s',
    async (path) => {
      await withRoot(async (root) => {
        await put(root, 'data/baselines/some-client.json', '');
        await leadAway(root, path);
        await expect(updateBaseline(root, sampleReport(), undefined)).rejects.toThrow(
          path.endsWith('.json')
            ? `Expected ${path} to be a file, got a link.`
            : `Expected to write data/baselines/some-client.json: ${path} is a link, which is not followed.`,
        );
      });
    },
  );

  it('is not followed by probe and rejudge --write where it stands for the folder of runs', async () => {
    await withRoot(async (root) => {
      await leadAway(root, 'runs');
      const streams = recorder();
      expect(await runRejudge({ root, write: true, ...streams })).toBe(2);
      const expected = 'Expected to write runs: runs is a link, which is not followed.';
      expect(streams.err).toBe(`${expected}\n`);
      const driver = join(packageRoot(), 'data/drivers/hermes-ts.json');
      await expect(probe({ root, driver, out: 'runs', baseline: 'ignore' })).rejects.toThrow(expected);
      await expect(probe({ root, driver, out: 'runs', baseline: 'update' })).rejects.toThrow(expected);
    });
  });

  it('keeps probe --update-baseline from beginning where data/ is one', async () => {
    await withRoot(async (root) => {
      await leadAway(root, 'data');
      const driver = join(packageRoot(), 'data/drivers/hermes-ts.json');
      await expect(probe({ root, driver, baseline: 'update' })).rejects.toThrow(
        'Expected to write data/baselines/hermes-ts.json: data is a link, which is not followed.',
      );
    });
  });

  it('is followed above the root, and where a folder elsewhere was named', async () => {
    await withRoot(async (root) => {
      await leadAway(root, 'runs');
      expect(await runRejudge({ root, runs: join(root, 'outside/moved'), write: true, ...recorder() })).toBe(0);
      await symlink(join(root, 'outside'), join(root, 'alias'));
      await keepBelow(join(root, 'alias'), 'new/file', 'x');
      expect(await readFile(join(root, 'outside/new/file'), 'utf8')).toBe('x');
    });
  });
});

describe('a link in data/', () => {
  it.each(['clients.json', 'capabilities.json', 'verified/hermes-ts.json', 'notes/x.json'])(
    'is not followed where it stands for %s, and what it leads to is not told',
    async (name) => {
      await withRoot(async (root) => {
        await writeFile(join(root, 'secret'), 'a secret');
        await mkdir(join(root, 'data', name, '..'), { recursive: true });
        await rm(join(root, 'data', name), { force: true });
        await symlink(join(root, 'secret'), join(root, 'data', name));
        const { code, out, err } = await answer('build-cards', root);
        expect(code).toBe(2);
        expect(err).toBe(`Expected data/${name} to be a file, got a link.\n`);
        expect(`${out}${err}`).not.toContain('a secret');
        const answered = await answer('validate', root);
        expect(answered.code).not.toBe(0);
        expect(`${answered.out}${answered.err}`).toMatch(new RegExp(`data/${name}(: Expected a file| to be a file)`));
      });
    },
  );

  it('of the folder of runs itself is the choice of whoever put it there', async () => {
    await withRoot(async (root) => {
      await cp(join(root, 'runs'), join(root, 'elsewhere'), { recursive: true });
      await rm(join(root, 'runs'), { recursive: true });
      await symlink(join(root, 'elsewhere'), join(root, 'runs'));
      expect(await answer('rejudge', root)).toMatchObject({ code: 0 });
      await put(root, 'runs/README', 'x');
      expect(await readdir(join(root, 'elsewhere'))).toContain('README');
    });
  });
});
