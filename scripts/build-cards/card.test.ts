import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CapabilityTree } from '../../data/types/capabilities.ts';
import { withFolder } from '../evidence/sample.ts';
import { build, client, prepare, reading, typed } from './sample-root.ts';

/** The rows of the first table below a heading. */
function tableBelow(card: string, heading: string): string[] {
  const lines = card.slice(card.indexOf(`${heading}\n`)).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|---')) + 1;
  return lines.slice(first, lines.indexOf('', first));
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

describe('cards', () => {
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
        '| Registry id | `sample` |',
        '| Vendor | Nobody |',
        '| Category | cli |',
        '| Licence | MIT |',
        '| Package | `sample-client` |',
        '| Wire names | `sample`, `sample-2` |',
        '| SDK | `@sample/sdk` 4.5.6 · declares `^4.5.0` · sample SDK · unpatched |',
        '| Prefers | `2025-11-25` |',
        '| Seen to speak | `2025-11-25`, `2026-07-28` |',
        '| Card is about | `1.0.0` |',
        '| Probed | `1.0.0`, `0.9.0` |',
        '',
        '',
      ].join('\n'),
    );
  });

  it('shows every row of the tree, and no row for evidence-only ids', async () => {
    const { card } = await buildOne();
    const rows = tableBelow(card, '## Capabilities');
    const { capabilities } = JSON.parse(await readFile('data/capabilities.json', 'utf8')) as CapabilityTree;
    expect(rows).toHaveLength(capabilities.filter(({ kind }) => kind !== 'evidence').length);
    expect(rows.filter((row) => row.includes('](#'))).toEqual([
      // No verdict of ours is about it: what proves it are checks of other scenarios.
      expect.stringMatching(
        /\[● full\]\(#evidence-tools-result\) \| \[probed\]\(\.\.\/runs\/sample@1\.0\.0\/default\/both-stdio\/tools\.result\.empty_object\/\) \|/,
      ),
      expect.stringMatching(
        /^\| &nbsp;&nbsp;&nbsp;&nbsp;↳ \[content\]\(https:\S+\/2025-11-25\/\S+\) \| \[● full\]\(#evidence-tools-result-content\) \| \[probed\]\(#verdicts-tools-result-content\) \| `2025-11-25` \|$/,
      ),
    ]);
    expect(rows.filter((row) => row.includes('— not recorded')).length).toBeGreaterThan(30);
    expect(card).toContain('<a id="evidence-apps-visibility"></a>**apps.visibility** ○ unsupported — ');
  });

  it('folds equal verdicts, marks those that differ, and quotes the client', async () => {
    const { card } = await buildOne();
    const run = (path: string): string => `(../runs/sample@1.0.0/${path}/)`;
    const words = '``no `content` \\| <script>alert(1)</script>\\n\\u{202E}# Heading``';
    expect(tableBelow(card, '## Verified by the probe')).toEqual([
      expect.stringMatching(
        /^\| <a id="verdicts-tools-result-content"><\/a>\*\*tools\.result\.content\*\* \| {2}\| {2}\| \*.+\* \|$/,
      ),
      `| **[empty_object]${run('default/both-stdio/tools.result.empty_object')} ≠** | [default/stdio]${run('default/both-stdio/tools.result.empty_object')} | \`2025-11-25\` | **≠** "…" client error text, no fixture field: ${words} |`,
      `| **[empty_object]${run('legacy/both-stdio/tools.result.empty_object')} ≠** | [legacy/stdio]${run('legacy/both-stdio/tools.result.empty_object')} | \`2026-07-28\` | **≠** […] content only (1x, as text) |`,
      `| [large]${run('default/both-http/tools.result.large')} | all 3 runs | \`2025-11-25\` | […] content only (1x, as text) |`,
      expect.stringContaining('**apps.visibility**'),
      `| [app_only]${run('default/both-stdio/tools.result.app_only')} | [default/stdio]${run('default/both-stdio/tools.result.app_only')} | \`2025-11-25\` | both |`,
    ]);
    expect(card).toContain('<summary>All 6 records</summary>');
    expect(card).toContain('Older versions in the overlay: `0.9.0` (1 record).');
  });

  it('tells a server author in a sentence what the model sees, and in which run where they differ', async () => {
    const { card } = await buildOne();
    const [empty, large] = tableBelow(card, '## For server authors');
    expect(empty).toMatch(
      /\| In default\/stdio the model is told of an error in place of the result: ``no .+``; in legacy\/stdio the model sees the text once, as text\. \|$/,
    );
    expect(large).toMatch(/^\| One text block of .+ \| The model sees the text once, as text\. \|$/);
  });

  it('lists the clients and their capabilities in the index', async () => {
    const { index } = await buildOne();
    expect(index).toContain('| [Sample \\| client](sample.md) | `1.0.0` | `1.0.0` | 6 | 2026-11-30 |\n');
    expect(index).toContain('| &nbsp;&nbsp;&nbsp;&nbsp;↳ content | [●](sample.md#evidence-tools-result-content) |\n');
    expect(index).toContain('| large | [[…]](../runs/sample@1.0.0/default/both-http/tools.result.large/) |\n');
    expect(index).toContain('- `large`: One text block of 30,000 characters, marked at its head, middle and tail.\n');
  });

  it('makes a card of typed evidence alone, and none of nothing', async () => {
    await withFolder(async (root) => {
      await mkdir(join(root, 'data'));
      const read = { ...client, evidence: [typed({})], readings: [reading] };
      await writeFile(
        join(root, 'data', 'clients.json'),
        JSON.stringify({ clients: [read, { ...client, id: 'other' }] }),
      );
      expect((await build(root)).out).toBe('1 card and an index, 2 changed\n');
      const card = await readFile(join(root, 'cards', 'sample.md'), 'utf8');
      expect(card).toContain('[● full](#evidence-roots) | [read](#reading-9dcf7714) | `2025-11-25` |');
      expect(card).toContain('We have not run this client.');
      expect(card).toContain('<a id="reading-9dcf7714"></a>Version `1.0.0` read at `9dcf7714` on 2026-11-09');
      expect(await readFile(join(root, 'cards', 'README.md'), 'utf8')).toContain(
        '[●](sample.md#evidence-roots)<sup>r</sup>',
      );
    });
  });

  it('shows evidence of other versions apart, and where the evidence of its own disagrees', async () => {
    await withFolder(async (root) => {
      const evidence = [
        typed({ clientVersion: '2.0.0', note: 'Answered.' }),
        typed({ clientVersion: '2.0.0', status: 'unsupported', tier: 'declared', note: 'Not declared.' }),
      ];
      await prepare(root, [{ ...client, evidence, readings: [reading] }]);
      await build(root);
      const card = await readFile(join(root, 'cards', 'sample.md'), 'utf8');
      expect(tableBelow(card, '## Other versions')).toEqual([
        '| `tools.result` | [● full](../runs/sample@1.0.0/default/both-stdio/tools.result.empty_object/), probed |  |',
        '| `tools.result.content` | [● full](#verdicts-tools-result-content), probed | [● full](../runs/sample@0.9.0/default/both-stdio/tools.result.large/), probed |',
        '| `apps.visibility` | [○ unsupported](#verdicts-apps-visibility), probed |  |',
      ]);
      expect(card).toContain(
        '- **[roots](#evidence-roots)** — recorded as `full` by read-tier evidence, but declared-tier evidence at `2025-11-25` says `unsupported`.\n  <br>Declared 2026-11-09, at [`9dcf7714`](#reading-9dcf7714). Not declared.\n',
      );
      expect(card).toContain('6 records of client version `1.0.0`, which is not the version of the table above');
    });
  });

  it('shows harmlessly whatever an entry, a reading or a run says', async () => {
    await withFolder(async (root) => {
      const markup = '# <img src=x onerror=alert(1)> [a](javascript:alert(2)) | `b`\n\u202E</details>';
      const entry = {
        ...client,
        description: markup,
        evidence: [
          typed({
            note: `${markup}.`,
            source: {
              publication: { date: '2026-11-09', publisher: markup, title: markup, url: 'https://example.com/a)b' },
            },
          }),
        ],
        notes: { roots: `${markup}.` },
        readings: [{ ...reading, branch: markup, paths: [markup] }],
        source: null,
        title: markup,
        vendor: markup,
        wireNames: [markup],
      };
      await prepare(root, [entry]);
      expect((await build(root)).err).toBe('');
      const names = ['sample.md', 'README.md'];
      const pages = await Promise.all(names.map((name) => readFile(join(root, 'cards', name), 'utf8')));
      for (const page of pages) {
        const shown = page.replace(/^---\n.*?\n---\n/s, '').replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
        expect(page).not.toContain('\u202E');
        expect(shown).not.toMatch(/(?<!\\)<(?!\/?(?:a|details|summary|br|sup|https)\b)/);
        expect(shown).not.toMatch(/(?<!\\)\]\(javascript/);
        expect(shown).not.toMatch(/(?<!\\|^)<\/details>/m);
      }
      expect(pages[0]).toContain('(https://example.com/a%29b)');
    });
  });
});
