import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFolder } from '../evidence/sample.ts';
import { sampleNote } from './sample-note.ts';
import { build, prepare } from './sample-root.ts';

describe('build-cards', () => {
  it('writes the pages of research notes, and takes away those that are no more', async () => {
    await withFolder(async (root) => {
      await prepare(root);
      await mkdir(join(root, 'data', 'notes'));
      const note = join(root, 'data', 'notes', 'a-note.json');
      await writeFile(note, JSON.stringify(sampleNote({ id: 'a-note', clients: ['sample'] })));
      expect((await build(root)).out).toBe('1 card and an index, 4 changed\n');
      expect(await readFile(join(root, 'cards', 'sample.md'), 'utf8')).toContain('(../docs/research/a-note.md)');
      await rm(note);
      expect((await build(root, true)).err).toBe(
        'Stale: cards/sample.md, docs/research/README.md, docs/research/a-note.md. Run build-cards and commit the result.\n',
      );
      await build(root);
      expect(await readdir(join(root, 'docs', 'research'))).toEqual([]);
    });
  });

  it('tells stale cards from fresh ones: changed, missing, left over', async () => {
    await withFolder(async (root) => {
      await prepare(root);
      expect(await build(root, true)).toEqual({
        code: 1,
        out: '',
        err: 'Stale: cards/README.md, cards/sample.md. Run build-cards and commit the result.\n',
      });
      await build(root);
      expect(await build(root, true)).toEqual({ code: 0, out: '', err: '' });
      const gone = (await readFile(join(root, 'cards', 'sample.md'), 'utf8')).replaceAll('sample', 'gone');
      await writeFile(join(root, 'cards', 'gone.md'), gone);
      await rm(join(root, 'cards', 'README.md'));
      expect((await build(root, true)).err).toBe(
        'Stale: cards/README.md, cards/gone.md. Run build-cards and commit the result.\n',
      );
      expect((await build(root)).out).toBe('1 card and an index, 2 changed\n');
      expect(await build(root, true)).toMatchObject({ code: 0 });
      expect(await readdir(join(root, 'cards'))).toEqual(['README.md', 'sample.md']);
    });
  });

  it('takes away no file that it did not write', async () => {
    await withFolder(async (root) => {
      await prepare(root);
      await build(root);
      await writeFile(join(root, 'cards', 'notes.md'), 'What I think of these clients.\n');
      expect(await build(root, true)).toMatchObject({ code: 0 });
      await build(root);
      expect(await readdir(join(root, 'cards'))).toContain('notes.md');
    });
  });

  it('takes nothing that it cannot read for nothing, and says what it could not write', async () => {
    await withFolder(async (root) => {
      await prepare(root);
      await build(root);
      await rm(join(root, 'cards'), { recursive: true });
      await writeFile(join(root, 'cards'), 'a file');
      expect((await build(root)).err).toMatch(/^Expected to read cards: ENOTDIR/);
      await rm(join(root, 'cards'));
      await mkdir(join(root, 'cards', 'sample.md'), { recursive: true });
      expect(await build(root)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^Expected to read cards\/sample\.md: EISDIR/),
      });
      await rm(join(root, 'cards'), { recursive: true });
      await rm(join(root, 'data', 'verified'), { recursive: true });
      await writeFile(join(root, 'data', 'verified'), 'a file');
      expect(await build(root)).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^Expected to read data\/verified: ENOTDIR/),
      });
      expect(existsSync(join(root, 'cards'))).toBe(false);
    });
  });

  it('wants to know a client before it makes a card of it', async () => {
    await withFolder(async (root) => {
      await prepare(root);
      await writeFile(join(root, 'data', 'clients.json'), JSON.stringify({ clients: [] }));
      expect(await build(root)).toEqual({
        code: 2,
        out: '',
        err: 'Expected data/clients.json to describe "sample", whose records are in data/verified/sample.json.\n',
      });
    });
  });

  it('says in the index when nothing was probed', async () => {
    await withFolder(async (root) => {
      expect((await build(root)).code).toBe(0);
      expect(await readFile(join(root, 'cards', 'README.md'), 'utf8')).toContain('No client has been probed yet.');
    });
  });
});
