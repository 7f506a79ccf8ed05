import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { recorder, sampleRecord, withFolder } from '../evidence/sample.ts';
import { verified } from '../ingest/make-overlay.ts';
import { type DiffOptions, runDiff } from './diff.ts';

const both = '[…] and {…} (content 1x, structuredContent 1x, as text)';
const content = '[…] content only (1x, as text)';
const LOST = 'structuredContent: reached the model → lost';

type Given = { short: string; version?: string; known?: VerifiedOverlay['evidence'] };

/** Writes the overlay of a client with one record. */
async function overlay(root: string, client: string, { short, version = '1.0.0', known = [] }: Given): Promise<void> {
  const verdict = { checks: [], fields: [], kind: 'fields', order: [], said: null, short } as const;
  const record = sampleRecord({
    client,
    clientVersion: version,
    verdict: { ...verdict, checks: [], fields: [], order: [] },
  });
  const kept = { date: '2026-11-30', digest: `sha256:${'0'.repeat(64)}`, path: 'runs/x' };
  const value: VerifiedOverlay = { client, evidence: known, records: [verified(record, kept)] };
  await mkdir(join(root, 'data', 'verified'), { recursive: true });
  await writeFile(join(root, 'data', 'verified', `${client}.json`), JSON.stringify(value));
}

async function git(root: string, ...args: string[]): Promise<void> {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  await execa('git', [...who, ...args], { cwd: root });
}

async function commit(root: string, tag: string): Promise<void> {
  await git(root, 'add', '-A');
  await git(root, 'commit', '-q', '-m', tag);
  await git(root, 'tag', tag);
}

/** A repository in which `one` loses a field from the tag v1 to v2, and `two` stays as it is. */
async function withRepository(use: (root: string) => Promise<void>): Promise<void> {
  await withFolder(async (root) => {
    await git(root, 'init', '-q');
    await overlay(root, 'one', { short: both });
    await overlay(root, 'two', { short: both });
    await commit(root, 'v1');
    await overlay(root, 'one', { short: content, version: '2.0.0' });
    await commit(root, 'v2');
    await use(root);
  });
}

async function diff(
  root: string,
  a: string,
  b: string,
  given: Partial<DiffOptions> = {},
): Promise<{ code: number; out: string; err: string }> {
  const streams = recorder();
  const code = await runDiff({ ...streams, root, a, b, format: 'md', ...given });
  return { code, out: streams.out, err: streams.err };
}

describe('git:<revision>', () => {
  it('compares the newest version of every client, and names the client', async () => {
    await withRepository(async (root) => {
      const { code, out } = await diff(root, 'git:v1', 'git:v2');
      expect(code).toBe(1);
      expect(out).toContain('### `git:v1` → `git:v2`\n');
      expect(out).toContain(`| lost | \`${LOST}\` | \`one: large: default/stdio\` |\n`);
      expect(out).toContain('1 of 2 verdicts equal\n');
    });
  });

  it('compares one client where the other side is one, or where it is told to', async () => {
    await withRepository(async (root) => {
      expect((await diff(root, 'git:v1', 'one@2.0.0')).out).toContain('### `one@1.0.0 of git:v1` → `one@2.0.0`\n');
      expect((await diff(root, 'git:v1', 'git:v2', { client: 'two' })).out).toContain('\n1 of 1 verdicts equal\n');
      expect((await diff(root, 'git:v2', 'one@2.0.0', { client: 'two' })).out).toContain(
        '### `two@1.0.0 of git:v2` → `one',
      );
    });
  });

  it('says what is declared no more', async () => {
    await withRepository(async (root) => {
      const known = (status: 'full' | 'unsupported'): Given['known'] => [
        {
          capability: 'roots',
          clientVersion: '1.0.0',
          date: '2026-11-30',
          note: null,
          revisions: ['2025-11-25'],
          runs: ['runs/x'],
          status,
          tier: 'declared',
        },
      ];
      await overlay(root, 'two', { short: both, known: known('full') ?? [] });
      await commit(root, 'v3');
      await overlay(root, 'two', { short: both, known: known('unsupported') ?? [] });
      expect((await diff(root, 'git:v3', 'two@1.0.0')).out).toContain('| lost | `no longer declares roots` |  |\n');
      expect((await diff(root, 'git:v1', 'two@1.0.0')).code).toBe(0);
    });
  });

  it('reads a registry below the top of the repository', async () => {
    await withFolder(async (top) => {
      await git(top, 'init', '-q');
      const root = join(top, 'probe');
      await overlay(root, 'one', { short: both });
      await commit(top, 'v1');
      expect((await diff(root, 'git:v1', 'one@1.0.0')).code).toBe(0);
    });
  });

  it('says what is not there', async () => {
    await withRepository(async (root) => {
      expect((await diff(root, 'git:v9', 'one@2.0.0')).err).toBe(
        'Expected git:v9 to be a revision of this repository, git knows none of that name (in a shallow clone, fetch it first).\n',
      );
      expect((await diff(root, 'git:v1', 'git:v2', { client: 'three' })).err).toBe(
        'Expected git:v1 to have records of three in data/verified/three.json, it has none.\n',
      );
      for (const revision of ['--help', '-p', '', 'a\u0007'])
        expect((await diff(root, `git:${revision}`, 'one@2.0.0')).code).toBe(2);
      expect((await diff(root, 'git:v1', 'git:v2', { client: '../one' })).err).toContain('to be the id of a client');
      expect((await diff(root, 'one@1.0.0', 'one@2.0.0', { client: 'one' })).err).toBe(
        'Expected --client beside a git:<revision>, got one@1.0.0 and one@2.0.0.\n',
      );
    });
  });

  it('says that there is no repository', async () => {
    await withFolder(async (root) => {
      await overlay(root, 'one', { short: both });
      // A folder above might be a repository.
      await writeFile(join(root, '.git'), 'gitdir: nowhere');
      const { code, err } = await diff(root, 'git:HEAD', 'one@1.0.0');
      expect(code).toBe(2);
      expect(err).toMatch(/^Expected git to read the repository of the current folder: .*nowhere/);
    });
  });

  it('says which overlay it cannot read', async () => {
    await withRepository(async (root) => {
      await writeFile(join(root, 'data', 'verified', 'three.json'), '{');
      await commit(root, 'v3');
      expect((await diff(root, 'git:v3', 'git:v3')).err).toContain(
        'Expected data/verified/three.json at git:v3 to be JSON: ',
      );
    });
  });

  it('does not follow a link in the tree', async () => {
    await withRepository(async (root) => {
      await symlink('/etc/hostname', join(root, 'data', 'verified', 'three.json'));
      await commit(root, 'v3');
      expect((await diff(root, 'git:v3', 'git:v3', { client: 'three' })).err).toContain('it has none');
    });
  });
});
