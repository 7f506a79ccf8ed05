import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import type { RunRecord } from '../../data/types/record.ts';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { readDriver } from '../../harness/plan/driver.ts';
import { packageRoot } from '../paths.ts';
import { readBaseline } from '../probe/baseline.ts';
import { answer, CELL, keepRun, OVERLAY, put, RUN, SCENARIO, type Verb, withRoot } from './testing/verbs.ts';

/** Names that lead elsewhere where they become a part of a path, or of a link. */
const NAMES = ['../../../escaped', '..', '/tmp/escaped', 'a/../../b', '..\\..\\escaped', 'a\0b', 'javascript:alert(1)'];

async function readJson<T>(root: string, path: string): Promise<T> {
  return JSON.parse(await readFile(join(root, path), 'utf8')) as T;
}

/** What lies beside the root: nothing that a test of a root puts there. */
async function besides(root: string): Promise<string[]> {
  return (await readdir(join(root, '..'))).filter((name) => name.includes('escaped'));
}

/** Either refusal of a record: its value is not the folder's, or the form knows no such value. */
function refused(value: string, pointer: string): RegExp {
  const [one, other] = [value, `: at "${pointer}" it must match pattern `].map((text) =>
    text.replaceAll(/[.[\](){}^$*+?/@"]/g, String.raw`\$&`),
  );
  return new RegExp(`(?:${one}|${other})`);
}

describe.each(NAMES)('the name %j', (name) => {
  it.each(['client', 'clientVersion', 'config', 'scenario'] as const)(
    'as %s of a record is refused',
    async (member) => {
      await withRoot(async (root) => {
        const path = `runs/${RUN}/record.json`;
        await put(root, path, canonicalJson({ ...(await readJson<RunRecord>(root, path)), [member]: name }));
        const overlay = await readFile(join(root, OVERLAY), 'utf8');
        for (const verb of ['ingest', 'rejudge'] satisfies Verb[]) {
          const { code, err } = await answer(verb, root);
          expect([verb, code]).toEqual([verb, 2]);
          // A version may hold any sign but a slash or a control; then it is not the one that the folder says.
          expect([err.split('\n')[0]]).toEqual([
            expect.stringMatching(refused(`"${member}" of ${RUN}/record.json to be "`, `/${member}`)),
          ]);
        }
        const { code, out } = await answer('validate', root);
        expect(code).toBe(1);
        expect(out).toMatch(/as its folder says|record\.schema\.json: at/);
        expect(await readFile(join(root, OVERLAY), 'utf8')).toBe(overlay);
        expect(await besides(root)).toEqual([]);
      });
    },
  );

  it('as client of an overlay is refused', async () => {
    await withRoot(async (root) => {
      await put(root, OVERLAY, canonicalJson({ ...(await readJson<VerifiedOverlay>(root, OVERLAY)), client: name }));
      const expected = `Expected ${OVERLAY} to fit verified.schema.json: at "/client" it must match pattern `;
      for (const verb of ['ingest', 'build-cards', 'diff'] satisfies Verb[]) {
        const { code, err } = await answer(verb, root);
        expect([verb, code]).toEqual([verb, 2]);
        expect(err).toContain(expected);
      }
      expect((await answer('validate', root)).out).toContain(
        `${OVERLAY}: Expected it to fit verified.schema.json: at "/client"`,
      );
      expect(await besides(root)).toEqual([]);
    });
  });

  it('as path of a record, or run of evidence, leads no link out of the repository', async () => {
    await withRoot(async (root) => {
      const overlay = await readJson<VerifiedOverlay>(root, OVERLAY);
      const records = overlay.records.map((record) => ({ ...record, path: name }));
      const evidence = overlay.evidence.map((each) => ({ ...each, runs: [name] }));
      await put(root, OVERLAY, canonicalJson({ ...overlay, records, evidence }));
      const { code, out } = await answer('validate', root);
      expect(code).toBe(1);
      expect(out).toContain(
        `Expected the path of a record to be runs/${RUN}, got ${name}. Run ingest. [overlay-digests]`,
      );
      expect(out).toContain(`Expected evidence in ${name}, found none. [evidence-runs]`);
    });
  });

  it('as id of a client, a note or a baseline is refused', async () => {
    await withRoot(async (root) => {
      const { clients } = JSON.parse(await readFile(join(packageRoot(), 'data/clients.json'), 'utf8')) as {
        clients: object[];
      };
      await put(root, 'data/clients.json', JSON.stringify({ clients: [{ ...clients[0], id: name }] }));
      expect(await answer('build-cards', root)).toMatchObject({
        code: 2,
        err: 'Expected data/clients.json to fit clients.schema.json: at "/clients/0/id" it must match pattern "^[a-z0-9][a-z0-9-]{0,63}$".\n',
      });
      expect((await answer('validate', root)).out).toContain(
        'data/clients.json: Expected it to fit clients.schema.json',
      );
      await put(
        root,
        'data/baselines/hermes-ts.json',
        canonicalJson({ client: name, clientVersion: '1', entries: [] }),
      );
      expect((await answer('validate', root)).out).toContain(
        'data/baselines/hermes-ts.json: Expected it to fit baseline.schema.json: at "/client" it must match pattern',
      );
      await expect(readBaseline(root, 'hermes-ts')).rejects.toThrow(
        'Expected data/baselines/hermes-ts.json to fit baseline.schema.json: at "/client" it must match pattern',
      );
      const note = { id: name, capabilities: ['tools'], clients: ['hermes-ts'] };
      await put(root, 'data/notes/x.json', JSON.stringify(note));
      expect((await answer('validate', root)).out).toContain('data/notes/x.json: Expected it to fit note.schema.json');
      expect(await besides(root)).toEqual([]);
    });
  });

  it('as client or config of a driver is refused before anything is started', async () => {
    await withRoot(async (root) => {
      const driver = JSON.parse(await readFile(join(packageRoot(), 'data/drivers/hermes-ts.json'), 'utf8')) as {
        configs: object;
      };
      await put(root, 'driver.json', JSON.stringify({ ...driver, client: name }));
      await expect(readDriver(join(root, 'driver.json'))).rejects.toThrow('at "/client" it must match pattern');
      await put(root, 'driver.json', JSON.stringify({ ...driver, configs: { ...driver.configs, [name]: {} } }));
      await expect(readDriver(join(root, 'driver.json'))).rejects.toThrow('at "/configs" it must match pattern');
    });
  });
});

describe('a folder that is called as no run', () => {
  it.each(['..@1.0.0', 'hermes ts@1.0.0', '<b>@1.0.0', '-rf@1.0.0'])(
    '%s is passed over, and validate names it',
    async (name) => {
      await withRoot(async (root) => {
        await rename(join(root, 'runs/hermes-ts@1.0.0'), join(root, 'runs', name));
        expect(await answer('ingest', root)).toMatchObject({ code: 2 });
        const { code, out } = await answer('validate', root);
        expect(code).toBe(1);
        expect(out).toContain(
          `runs/${name}/default/both-stdio/${SCENARIO}: Expected <client>@<version>/<config>/<server>-<transport>/<scenario>. [run-folders]`,
        );
      });
    },
  );

  it('a scenario that nobody knows is not judged', async () => {
    await withRoot(async (root) => {
      await mkdir(join(root, `runs/${CELL}`), { recursive: true });
      await rename(join(root, `runs/${RUN}`), join(root, `runs/${CELL}/constructor`));
      expect((await answer('rejudge', root)).code).toBe(2);
      expect((await answer('ingest', root)).code).toBe(2);
    });
  });
});

describe('a version that is the name of a member that every object has', () => {
  it.each(['__proto__', 'constructor', 'toString'])('%s is a version like any other', async (version) => {
    await withRoot(async (root) => {
      await keepRun(root, { version });
      // Its card must not find a member of every object in place of what it asked for.
      await put(root, 'runs/hermes-ts@1.0.0/asked.json', canonicalJson({ asked: ['example.com'] }));
      expect(await answer('ingest', root)).toMatchObject({ code: 0 });
      expect(await answer('build-cards', root)).toMatchObject({ code: 0 });
      await rm(join(root, 'runs/hermes-ts@1.0.0'), { recursive: true });
      await put(root, `runs/hermes-ts@${version}/asked.json`, canonicalJson({ asked: ['example.com'] }));
      expect(await answer('ingest', root)).toMatchObject({ code: 0 });
      const { asked = {} } = await readJson<VerifiedOverlay>(root, OVERLAY);
      expect(Object.entries(asked)).toEqual([[version, ['example.com']]]);
      expect(await answer('build-cards', root)).toMatchObject({ code: 0 });
      expect(await answer('validate', root)).toMatchObject({ code: 0, err: '' });
    });
  });
});
