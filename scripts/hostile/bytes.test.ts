import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, OVERLAY, put, RUN, type Verb, withRoot } from './testing/verbs.ts';

const BROKEN = [0xff, 0xfe, 0xc3];

/** Puts bytes that are no UTF-8 into the middle of a file, inside of a string. */
async function breakBytes(root: string, path: string): Promise<void> {
  const bytes = await readFile(join(root, path));
  const at = bytes.indexOf('stdio') + 2;
  const middle = at < 2 ? bytes.indexOf('"') + 1 : at;
  await put(root, path, Buffer.concat([bytes.subarray(0, middle), Buffer.from(BROKEN), bytes.subarray(middle)]));
}

describe('bytes that are no UTF-8', () => {
  it.each(['record.json', 'wire.jsonl', 'model.jsonl'])(
    'in %s of a run are refused by name and replaced by nobody',
    async (name) => {
      await withRoot(async (root) => {
        const overlay = await readFile(join(root, OVERLAY), 'utf8');
        await breakBytes(root, `runs/${RUN}/${name}`);
        const before = await readFile(join(root, `runs/${RUN}/${name}`));
        for (const verb of ['ingest', 'rejudge'] satisfies Verb[]) {
          const { code, err } = await answer(verb, root);
          expect([verb, code]).toEqual([verb, 2]);
          expect(err).toContain(`Expected ${RUN}/${name} to be UTF-8, got other bytes.\n`);
        }
        const { code, out } = await answer('validate', root);
        expect(code).toBe(1);
        expect(out).toContain(`runs/${RUN}/${name}: Expected UTF-8, got other bytes. [plain-text]\n`);
        expect(await readFile(join(root, OVERLAY), 'utf8')).toBe(overlay);
        expect(await readFile(join(root, `runs/${RUN}/${name}`))).toEqual(before);
      });
    },
  );

  it.each([OVERLAY, 'data/clients.json', 'data/capabilities.json', 'data/notes/x.json'])(
    'in %s are refused by name',
    async (path) => {
      await withRoot(async (root) => {
        await put(root, path, Buffer.concat([Buffer.from('{"clients":"'), Buffer.from(BROKEN), Buffer.from('"}')]));
        expect(await answer('build-cards', root)).toEqual({
          code: 2,
          out: '',
          err: `Expected ${path} to be UTF-8, got other bytes.\n`,
        });
        const { code, out, err } = await answer('validate', root);
        expect(code).not.toBe(0);
        expect(`${out}${err}`).toMatch(new RegExp(`${path}(: Expected| to be) UTF-8, got other bytes\\.`));
      });
    },
  );
});

describe('pages that are no UTF-8', () => {
  it.each(['README.md', 'docs/a/page.md', 'cards/hermes-ts.md'])('are named: %s', async (path) => {
    await withRoot(async (root) => {
      await put(root, path, Buffer.concat([Buffer.from('# A page '), Buffer.from(BROKEN)]));
      expect(await answer('validate', root)).toMatchObject({
        code: 1,
        out: expect.stringContaining(`${path}: Expected UTF-8, got other bytes. [plain-text]\n`) as string,
      });
    });
  });
});

describe('JSON that readers could take differently', () => {
  it('with CRLF, a byte order mark or a key twice is no sound record', async () => {
    for (const change of [
      (text: string) => text.replaceAll('\n', '\r\n'),
      (text: string) => `\uFEFF${text}`,
      (text: string) => text.replace('{', '{"client":"other",'),
    ])
      await withRoot(async (root) => {
        const path = `runs/${RUN}/record.json`;
        await put(root, path, change(await readFile(join(root, path), 'utf8')));
        for (const verb of ['rejudge', 'validate'] satisfies Verb[]) {
          const { code } = await answer(verb, root);
          expect([verb, code]).not.toEqual([verb, 0]);
        }
      });
  });

  it('keeps a key twice in a line of traffic from being sound', async () => {
    await withRoot(async (root) => {
      const path = `runs/${RUN}/wire.jsonl`;
      await put(
        root,
        path,
        (await readFile(join(root, path), 'utf8')).replace('"dir":"c2s"', '"dir":"s2c","dir":"c2s"'),
      );
      const { code, out } = await answer('validate', root);
      expect(code).toBe(1);
      expect(out).toContain(
        `${path}: Expected line 1 as JSON.stringify writes it, got the same in other bytes. [key-order]`,
      );
    });
  });
});
