import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../data/types/record.ts';
import { arrived, recorder, sampleRecord, withFolder, writeRun } from '../evidence/sample.ts';
import { runIngest } from '../ingest/ingest.ts';
import { runBuildCards } from './build-cards.ts';

const client = {
  category: 'cli',
  description: 'A client for tests.',
  id: 'sample',
  licence: 'MIT',
  package: 'sample-client',
  sdk: { package: '@sample/sdk', title: 'sample SDK' },
  source: null,
  title: 'Sample | client',
  vendor: 'Nobody',
  wireNames: ['sample', 'sample-2'],
};

const hostile = 'no `content` | <script>alert(1)</script>\n\u202E# Heading';

const records: Partial<RunRecord>[] = [
  {},
  { transport: 'http' },
  { config: 'legacy' },
  {
    scenario: 'tools.result.empty_object',
    verdict: {
      ...arrived('"…" client error text, no fixture field: "<wrap"', { id: 'toldOfTheError', outcome: 'met' }),
      fields: [],
      order: [],
      said: hostile,
    },
  },
  {
    scenario: 'tools.result.empty_object',
    config: 'legacy',
    protocolVersion: '2026-07-28',
    verdict: arrived('[…] content only (1x, as text)', { id: 'toldOfTheError', outcome: 'not met' }),
  },
  {
    scenario: 'tools.result.app_only',
    capability: 'apps.visibility',
    verdict: arrived('both', { id: 'hiddenFromTheModel', outcome: 'not met' }),
  },
  { clientVersion: '0.9.0' },
];

async function prepare(root: string): Promise<void> {
  await mkdir(join(root, 'data'), { recursive: true });
  await writeFile(join(root, 'data', 'clients.json'), JSON.stringify({ clients: [client] }));
  await writeFile(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/@sample/sdk': { version: '4.5.6' } } }),
  );
  for (const record of records) await writeRun(join(root, 'runs'), sampleRecord(record));
  const streams = recorder();
  expect(await runIngest({ root, date: '2026-11-30', stdout: streams.stdout, stderr: streams.stderr })).toBe(0);
}

async function build(root: string, check = false): Promise<{ code: number; out: string; err: string }> {
  const streams = recorder();
  const code = await runBuildCards({ root, check, stdout: streams.stdout, stderr: streams.stderr });
  return { code, out: streams.out, err: streams.err };
}

async function buildOne(): Promise<{ card: string; index: string }> {
  return withFolder(async (root) => {
    await prepare(root);
    expect(await build(root)).toEqual({ code: 0, out: '1 card and an index, 2 changed\n', err: '' });
    const [card, index] = await Promise.all(
      ['sample.md', 'README.md'].map((name) => readFile(join(root, 'cards', name), 'utf8')),
    );
    return { card: card ?? '', index: index ?? '' };
  });
}

describe('build-cards', () => {
  it('gives the same bytes twice, in another folder', async () => {
    expect(await buildOne()).toEqual(await buildOne());
  });

  it('begins with front matter and facts, the SDK version as it is locked', async () => {
    const { card } = await buildOne();
    expect(card.slice(0, card.indexOf('## Capabilities'))).toBe(
      [
        '---',
        'title: "Sample | client"',
        'description: "A client for tests."',
        'last-updated: 2026-11-30',
        '---',
        '',
        '# Sample \\| client',
        '',
        'A client for tests.',
        '',
        '## At a glance',
        '',
        '| | |',
        '|---|---|',
        '| Client id | `sample` |',
        '| Vendor | Nobody |',
        '| Category | cli |',
        '| Licence | MIT |',
        '| Package | `sample-client` |',
        '| Wire names | `sample`, `sample-2` |',
        '| SDK | `@sample/sdk` 4.5.6 · sample SDK |',
        '| Prefers | `2025-11-25` |',
        '| Seen to speak | `2025-11-25`, `2026-07-28` |',
        '| Probed | `1.0.0` (see below) |',
        '',
        '',
      ].join('\n'),
    );
  });

  it('shows the rows with evidence, their parents, and no row for evidence-only ids', async () => {
    const { card } = await buildOne();
    const table = card.slice(card.indexOf('|---|---|---|---|') + 18, card.indexOf('\n\n`●`'));
    expect(table.split('\n')).toEqual([
      '| **Tools** | — not recorded |  |  |',
      '| &nbsp;&nbsp;↳ result | — not recorded |  |  |',
      '| &nbsp;&nbsp;&nbsp;&nbsp;↳ content | ● full | probed | `2025-11-25` |',
    ]);
    expect(card).toContain('38 capabilities of the registry have no record yet');
  });

  it('folds equal verdicts, marks those that differ, and quotes the client', async () => {
    const { card } = await buildOne();
    const run = (path: string): string => `(../runs/sample@1.0.0/${path}/)`;
    const rows = card.slice(card.indexOf('| Scenario | Runs |'), card.indexOf('\n\n<details>')).split('\n').slice(2);
    const words = '``no `content` \\| <script>alert(1)</script>\\n\\u{202E}# Heading``';
    expect(rows).toEqual([
      '| <a id="evidence-tools-result-content"></a>**tools.result.content** |  |  |  |',
      `| **[empty_object]${run('default/both-stdio/tools.result.empty_object')} ≠** | [default/stdio]${run('default/both-stdio/tools.result.empty_object')} | \`2025-11-25\` | **≠** "…" client error text, no fixture field: ${words} |`,
      `| **[empty_object]${run('legacy/both-stdio/tools.result.empty_object')} ≠** | [legacy/stdio]${run('legacy/both-stdio/tools.result.empty_object')} | \`2026-07-28\` | **≠** […] content only (1x, as text) |`,
      `| [large]${run('default/both-http/tools.result.large')} | all 3 runs | \`2025-11-25\` | […] content only (1x, as text) |`,
      '| <a id="evidence-apps-visibility"></a>**apps.visibility** |  |  |  |',
      `| [app_only]${run('default/both-stdio/tools.result.app_only')} | [default/stdio]${run('default/both-stdio/tools.result.app_only')} | \`2025-11-25\` | both |`,
    ]);
    expect(card).toContain('<summary>All 6 records</summary>');
    expect(card).toContain('Older versions in the overlay: `0.9.0` (1 record).');
  });

  it('lists the clients and their capabilities in the index', async () => {
    const { index } = await buildOne();
    expect(index).toContain('| [Sample \\| client](sample.md) | `1.0.0` | 6 | 2026-11-30 |\n');
    expect(index).toContain('| &nbsp;&nbsp;&nbsp;&nbsp;↳ content | [●](sample.md#evidence-tools-result-content) |\n');
    expect(index).toContain('| large | [[…]](../runs/sample@1.0.0/default/both-http/tools.result.large/) |\n');
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
