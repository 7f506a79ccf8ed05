import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { readBaseline } from '../probe/baseline.ts';
import { LARGEST } from '../read-file.ts';
import { answer, CELL, OVERLAY, put, RUN, type Verb, withRoot } from './testing/verbs.ts';

const LONG = 50_000_000;
const DEEP = 100_000;
const nested = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const nestedObjects = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;

/** Every verb answers with a code of its own, and says no more than a person can read. */
async function expectAnswers(root: string, verbs: Verb[]): Promise<void> {
  for (const verb of verbs) {
    const { code, out, err } = await answer(verb, root);
    expect([verb, [0, 1, 2].includes(code)]).toEqual([verb, true]);
    expect([verb, `${out}${err}`.length < 100_000]).toEqual([verb, true]);
  }
}

async function edit(root: string, path: string, change: (text: string) => string): Promise<void> {
  await put(root, path, change(await readFile(join(root, path), 'utf8')));
}

const line = (name: string, text: string): string =>
  name === 'wire.jsonl'
    ? `${JSON.stringify({ seq: 99, process: 1, dir: 'c2s', text })}\n`
    : `${JSON.stringify({ seq: 99, dialect: 'openai-chat', method: 'POST', path: '/v1/chat/completions', body: text, status: 200, response: '{}' })}\n`;

describe('a line of 50 MB', () => {
  it.each([
    ['wire.jsonl', 'a.'],
    ['model.jsonl', '{"a":"'],
  ])('in %s, made of %j, is read by every verb', async (name, piece) => {
    await withRoot(async (root) => {
      const text = piece.repeat(Math.floor(LONG / JSON.stringify(piece).length));
      await edit(root, `runs/${RUN}/${name}`, (before) => `${before}${line(name, text)}`);
      await expectAnswers(root, ['ingest', 'rejudge', 'validate']);
    });
  });

  it('in a record, an overlay, a baseline or a note is refused by its schema, in few words', async () => {
    await withRoot(async (root) => {
      const long = JSON.stringify('x'.repeat(LONG));
      await put(root, 'data/notes/x.json', long);
      expect(await answer('build-cards', root)).toMatchObject({
        code: 2,
        err: 'Expected data/notes/x.json to fit note.schema.json: at "/" it must be object.\n',
      });
      await put(root, 'data/baselines/hermes-ts.json', long);
      await expect(readBaseline(root, 'hermes-ts')).rejects.toThrow(
        'to fit baseline.schema.json: at "/" it must be object',
      );
      await put(root, OVERLAY, long);
      await put(root, `runs/${RUN}/record.json`, long);
      await expectAnswers(root, ['ingest', 'rejudge', 'validate', 'build-cards', 'diff']);
    });
  });
});

describe('a file above the limit', () => {
  it.each([
    [`runs/${RUN}/wire.jsonl`, ['ingest', 'rejudge', 'validate']],
    [`runs/${RUN}/record.json`, ['ingest', 'rejudge', 'validate', 'diff']],
    [`runs/${CELL}/calibration/wire.jsonl`, ['ingest', 'rejudge', 'validate']],
    [OVERLAY, ['ingest', 'validate', 'build-cards', 'diff']],
  ] as [string, Verb[]][])('%s is refused by name', async (path, verbs) => {
    await withRoot(async (root) => {
      // Without an overlay diff reads the runs.
      if (path !== OVERLAY) await rm(join(root, OVERLAY));
      await writeFile(join(root, path), Buffer.alloc(LARGEST + 1, ' '));
      const expected = `${path.replace(/^runs\//, '')} to have at most ${LARGEST} bytes, got ${LARGEST + 1}.`;
      for (const verb of verbs) {
        const { code, err } = await answer(verb, root);
        expect([verb, code]).toEqual([verb, 2]);
        expect(err).toContain(expected);
      }
    });
  });
});

describe.each([
  ['lists', nested],
  ['objects', nestedObjects],
])(`JSON with ${DEEP} levels of %s`, (_what, deep) => {
  it('in place of a record or of data is refused by every verb', async () => {
    for (const path of [`runs/${RUN}/record.json`, OVERLAY, 'data/clients.json', 'data/notes/x.json'])
      await withRoot(async (root) => {
        await put(root, path, deep);
        const verbs: Verb[] = ['ingest', 'rejudge', 'validate', 'build-cards', 'diff'];
        await expectAnswers(root, verbs);
        expect((await answer('validate', root)).out).toContain(`${path}: Expected it to fit `);
      });
  });

  it('inside of a record or of data is refused by its schema', async () => {
    for (const path of [`runs/${RUN}/record.json`, OVERLAY])
      await withRoot(async (root) => {
        await edit(root, path, (text) => text.replace('{', `{"deep":${deep},`));
        await expectAnswers(root, ['ingest', 'rejudge', 'validate', 'build-cards', 'diff']);
        expect((await answer('validate', root)).out).toContain('it must NOT have additional properties ("deep")');
      });
  });

  it.each(['wire.jsonl', 'model.jsonl'])('as a line of %s, or in one, is no reason to fall over', async (name) => {
    await withRoot(async (root) => {
      await edit(root, `runs/${RUN}/${name}`, (text) => `${text}${deep}\n`);
      await expectAnswers(root, ['ingest', 'rejudge', 'validate']);
    });
    await withRoot(async (root) => {
      await edit(root, `runs/${RUN}/${name}`, (text) => `${text}${line(name, deep)}`);
      await expectAnswers(root, ['ingest', 'rejudge', 'validate']);
    });
  });

  it('in what a client declares, or asks its model, is no reason to fall over', async () => {
    await withRoot(async (root) => {
      const declared = (text: string) =>
        text.replace(
          String.raw`\"capabilities\":{}`,
          `${String.raw`\"capabilities\":{\"sampling\":`}${deep.replaceAll('"', String.raw`\"`)}}`,
        );
      await edit(root, `runs/${CELL}/calibration/wire.jsonl`, declared);
      await edit(root, `runs/${RUN}/wire.jsonl`, declared);
      expect(await readFile(join(root, `runs/${RUN}/wire.jsonl`), 'utf8')).toContain(
        deep.slice(0, 4).replaceAll('"', String.raw`\"`),
      );
      await expectAnswers(root, ['ingest', 'rejudge', 'validate', 'build-cards', 'diff']);
    });
    await withRoot(async (root) => {
      await edit(root, `runs/${RUN}/model.jsonl`, (text) =>
        text.replaceAll(
          String.raw`{\"role\":\"user\"`,
          `${String.raw`{\"deep\":`}${deep.replaceAll('"', String.raw`\"`)}${String.raw`,\"role\":\"user\"`}`,
        ),
      );
      await expectAnswers(root, ['ingest', 'rejudge', 'validate']);
    });
  });
});

describe('values at the edge', () => {
  it('numbers that no program holds exactly are refused, or are what they are', async () => {
    for (const number of ['9007199254740993', '1e400', '-1', '1.5'])
      await withRoot(async (root) => {
        await edit(root, `runs/${RUN}/record.json`, (text) => text.replace(/"tokens": \d+/, `"tokens": ${number}`));
        expect((await answer('rejudge', root)).code).not.toBe(0);
        expect((await answer('validate', root)).code).not.toBe(0);
        await expectAnswers(root, ['ingest', 'build-cards', 'diff']);
        await edit(root, OVERLAY, (text) => text.replace(/"tokens": \d+/, `"tokens": ${number}`));
        await expectAnswers(root, ['ingest', 'validate', 'build-cards', 'diff']);
      });
  });

  it('a key that is called __proto__ changes no object, and is refused where the schema knows none', async () => {
    for (const path of [`runs/${RUN}/record.json`, OVERLAY])
      await withRoot(async (root) => {
        await edit(root, path, (text) => text.replace('{', '{"__proto__":{"polluted":true},'));
        await expectAnswers(root, ['ingest', 'rejudge', 'validate', 'build-cards', 'diff']);
        expect((await answer('validate', root)).out).toContain('it must NOT have additional properties ("__proto__")');
        expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
        expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      });
  });

  it('an overlay with 100,000 records is read, or refused for its size', async () => {
    await withRoot(async (root) => {
      const overlay = JSON.parse(await readFile(join(root, OVERLAY), 'utf8')) as VerifiedOverlay;
      const [record] = overlay.records;
      const records = Array.from({ length: 100_000 }, (_, index) => ({ ...record, config: `config-${index}` }));
      const text = JSON.stringify({ ...overlay, records });
      await put(root, OVERLAY, text);
      await expectAnswers(root, ['build-cards', 'diff']);
      await put(root, OVERLAY, canonicalJson({ ...overlay, records: records.slice(0, 20_000) }));
      expect(await answer('diff', root)).toMatchObject({ code: 0 });
      expect(await answer('build-cards', root)).toMatchObject({ code: 0 });
      const { code, out } = await answer('validate', root);
      expect(code).toBe(1);
      expect(out.split('\n').length).toBeLessThan(20_100);
    });
  });
});
