import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import type { RunRecord } from '../../data/types/record.ts';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { entryOf } from '../../harness/baseline/entry.ts';
import { readDriver } from '../../harness/plan/driver.ts';
import { runDiff } from '../diff/diff.ts';
import { recorder } from '../evidence/sample.ts';
import { packageRoot } from '../paths.ts';
import { readBaseline } from '../probe/baseline.ts';
import { answer, OVERLAY, put, RUN, type Verb, withRoot } from './testing/verbs.ts';

// Names that become folders, or parts of them, have a pattern in every form.

async function readJson<T>(root: string, path: string): Promise<T> {
  return JSON.parse(await readFile(join(root, path), 'utf8')) as T;
}

describe.each([
  ['scenario', '../../../../etc'],
  ['scenario', 'x'.repeat(300)],
  ['config', '../x'],
  ['clientVersion', '../../../x'],
  ['clientVersion', 'x'.repeat(300)],
] as const)('%s %j', (member, name) => {
  it('in an overlay is refused by every verb that reads it', async () => {
    await withRoot(async (root) => {
      const { records, ...rest } = await readJson<VerifiedOverlay>(root, OVERLAY);
      const changed = records.map((record) => ({ ...record, [member]: name }));
      await put(root, OVERLAY, canonicalJson({ ...rest, records: changed }));
      const expected = `to fit verified.schema.json: at "/records/0/${member}" it must match pattern "`;
      for (const verb of ['ingest', 'build-cards', 'diff'] satisfies Verb[]) {
        const { code, out, err } = await answer(verb, root);
        expect([verb, code, out]).toEqual([verb, 2, '']);
        expect(err).toContain(`Expected ${OVERLAY} ${expected}`);
      }
      expect(await answer('validate', root)).toMatchObject({
        code: 1,
        out: expect.stringContaining(`${OVERLAY}: Expected it ${expected}`) as string,
      });
    });
  });

  it('in a baseline is refused by probe and validate', async () => {
    await withRoot(async (root) => {
      const entry = entryOf(await readJson<RunRecord>(root, `runs/${RUN}/record.json`));
      const of = { client: 'hermes-ts', clientVersion: '1.0.0', entries: [entry] };
      const isVersion = member === 'clientVersion';
      const baseline = isVersion ? { ...of, [member]: name } : { ...of, entries: [{ ...entry, [member]: name }] };
      await put(root, 'data/baselines/hermes-ts.json', canonicalJson(baseline));
      const pointer = isVersion ? '/clientVersion' : `/entries/0/${member}`;
      const expected = `to fit baseline.schema.json: at "${pointer}" it must match pattern "`;
      await expect(readBaseline(root, 'hermes-ts')).rejects.toThrow(
        `Expected data/baselines/hermes-ts.json ${expected}`,
      );
      expect((await answer('validate', root)).out).toContain(`data/baselines/hermes-ts.json: Expected it ${expected}`);
    });
  });
});

describe('a client whose id has 300 letters', () => {
  const id = 'a'.repeat(300);

  it('is refused by every verb, whose message names the rule', async () => {
    await withRoot(async (root) => {
      const { clients } = JSON.parse(await readFile(join(packageRoot(), 'data/clients.json'), 'utf8')) as {
        clients: object[];
      };
      const rule = 'it must match pattern "^[a-z0-9][a-z0-9-]{0,63}$"';
      await put(root, 'data/clients.json', JSON.stringify({ clients: [{ ...clients[0], id }] }));
      expect((await answer('build-cards', root)).err).toContain(`at "/clients/0/id" ${rule}`);
      await rm(join(root, 'data/clients.json'));
      await put(root, OVERLAY, canonicalJson({ ...(await readJson<VerifiedOverlay>(root, OVERLAY)), client: id }));
      for (const verb of ['ingest', 'build-cards', 'diff'] satisfies Verb[])
        expect((await answer(verb, root)).err).toContain(`at "/client" ${rule}`);
      expect((await answer('validate', root)).out).toContain(
        `${OVERLAY}: Expected it to fit verified.schema.json: at "/client" ${rule}`,
      );
      const driver = await readJson<object>(packageRoot(), 'data/drivers/hermes-ts.json');
      await put(root, 'driver.json', JSON.stringify({ ...driver, client: id }));
      await expect(readDriver(join(root, 'driver.json'))).rejects.toThrow(`at "/client" ${rule}`);
    });
  });

  it('is no side of diff', async () => {
    await withRoot(async (root) => {
      const streams = recorder();
      expect(await runDiff({ root, a: `${id}@1.0.0`, b: 'hermes-ts@1.0.0', ...streams })).toBe(2);
      expect(streams.err).toMatch(
        /^Expected <client>@<version>, published\/<file>, git:<revision> or report:<file>, got "a{300}@1\.0\.0"/,
      );
    });
  });
});
