import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../data/canonical-json.ts';
import type { ClientEntry } from '../../data/types/clients.ts';
import type { ResearchNote } from '../../data/types/note.ts';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { inconclusive, judged, result, run, sampleReport } from '../../harness/report/testing/sample-report.ts';
import { runDiff } from '../diff/diff.ts';
import { recorder } from '../evidence/sample.ts';
import { packageRoot } from '../paths.ts';
import { printable } from '../printable.ts';
import { annotations } from '../report/annotations.ts';
import { markdownSummary } from '../report/markdown.ts';
import { linksOf } from '../validate/markdown-links.ts';
import { answer, keepRun, OVERLAY, put, withRoot } from './testing/verbs.ts';

/** What a server, a client or a note could say to be more than text where it is shown. */
const HOSTILE = [
  '<script>alert(1)</script><img src="https://evil.example/i.png"><details>',
  '![pixel](https://evil.example/p.png) [here](javascript:alert(1)) <https://evil.example/auto>',
  '| cell | ` code `` more ``` |',
  '\u001B[31mred\u001B]8;;https://evil.example\u0007link\u001B[0m\u0000\u0008\u009B2J',
  'right \u202Eto left\u2066 \u200Bhidden \u2028line\u2029 \uD800',
  '\r\n\n# Heading\n\n---\ntitle: x\n---\n~~~\n[evil]: https://evil.example/ref',
].join(' ');

const CONTROLS = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What Markdown still acts on: code spans and escaped characters are text. */
function acting(page: string): string {
  return page.replaceAll(/\\[\s\S]|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
}

/** The head of a page is YAML: each of its values is one JSON string, or a day. */
const HEAD = /^---\ntitle: (".*")\ndescription: (".*")\nlast-updated: [\d-]*\n---\n/;

function expectHarmless(whole: string): void {
  expect(whole).not.toMatch(CONTROLS);
  const [head = '', ...values] = HEAD.exec(whole) ?? [];
  for (const value of values) expect(typeof JSON.parse(value)).toBe('string');
  const page = whole.slice(head.length);
  expect(page.startsWith('---')).toBe(false);
  expect(page).not.toMatch(/^# Heading/m);
  expect(page).not.toMatch(/^(?:~~~|\[evil\])/m);
  expect(acting(page)).not.toMatch(/<(?!\/?(?:details|summary|sup|br|a id="[\w.-]+"|\/a)>|https:\/\/)/);
  expect(acting(page)).not.toMatch(/!\[[^\]]*\]\(/);
  expect(linksOf(page).targets.filter(({ target }) => /evil|javascript/.test(target))).toEqual([]);
}

function expectPlain(out: string): void {
  expect(out).not.toMatch(CONTROLS);
}

/** What goes to a terminal or into a file says the same and moves no cursor. */
function expectSame(out: string): void {
  expectPlain(printable(out));
  expect(JSON.parse(printable(out))).toEqual(JSON.parse(out));
}

async function pagesBelow(root: string, folder: string): Promise<Map<string, string>> {
  const names = (await readdir(join(root, folder)).catch((): string[] => [])).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(names.map((name) => readFile(join(root, folder, name), 'utf8')));
  return new Map(names.map((name, index) => [name, texts[index] ?? '']));
}

async function expectHarmlessPages(root: string, shown: string): Promise<void> {
  expect(await answer('build-cards', root)).toMatchObject({ code: 0, err: '' });
  const pages = [...(await pagesBelow(root, 'cards')), ...(await pagesBelow(root, 'docs/research'))];
  expect(pages.some(([, page]) => page.includes(shown))).toBe(true);
  for (const [, page] of pages) expectHarmless(page);
}

async function readEntry(): Promise<ClientEntry> {
  const { clients } = JSON.parse(await readFile(join(packageRoot(), 'data/clients.json'), 'utf8')) as {
    clients: ClientEntry[];
  };
  return clients.find(({ id }) => id === 'hermes-ts') as ClientEntry;
}

describe('hostile text', () => {
  it('of a client, in place of a result, is text on its card', async () => {
    await withRoot(async (root) => {
      await expectHarmlessPages(root, 'alert');
    }, HOSTILE);
  });

  it('is no secret way into the rest of an overlay', async () => {
    await withRoot(async (root) => {
      const overlay = JSON.parse(await readFile(join(root, OVERLAY), 'utf8')) as VerifiedOverlay;
      const records = overlay.records.flatMap((record) => [
        record,
        {
          ...record,
          config: 'other',
          offeredAs: HOSTILE,
          path: HOSTILE,
          protocolVersion: HOSTILE,
          wrapper: { characters: 9, digest: `sha256:${'0'.repeat(64)}`, start: HOSTILE },
        },
      ]);
      const evidence = overlay.evidence.map((each) => ({
        ...each,
        note: HOSTILE,
        revisions: [HOSTILE],
        runs: [HOSTILE],
      }));
      await put(
        root,
        OVERLAY,
        canonicalJson({ ...overlay, asked: { '1.0.0': ['<b>|`x`\u001B[31m'] }, records, evidence }),
      );
      await expectHarmlessPages(root, 'alert');
    });
  });

  it('in an entry of the registry is text', async () => {
    await withRoot(async (root) => {
      const entry = {
        ...(await readEntry()),
        description: HOSTILE,
        licence: HOSTILE,
        notes: { 'tools.result.content': HOSTILE },
        package: HOSTILE,
        sdk: { package: HOSTILE, title: HOSTILE },
        title: HOSTILE,
        vendor: HOSTILE,
        wireNames: [HOSTILE],
      };
      await put(root, 'data/clients.json', JSON.stringify({ clients: [entry] }));
      await expectHarmlessPages(root, 'alert');
    });
  });

  it('in a note is text on its page and on the cards that list it', async () => {
    await withRoot(async (root) => {
      const note: ResearchNote = {
        capabilities: ['tools.result'],
        clients: ['hermes-ts'],
        date: '2026-11-30',
        id: 'one-note',
        kind: 'nuance',
        revision: HOSTILE,
        sources: [
          { date: '2026-11-30', publisher: HOSTILE, title: HOSTILE, url: 'https://example.com/%3Cb%3E' },
          { commit: 'abcdef0', date: '2026-11-30', path: HOSTILE, repository: 'https://example.com/x' },
          { run: `runs/${HOSTILE}` },
        ],
        summary: HOSTILE,
        text: [HOSTILE, `\`${HOSTILE}\``],
        title: HOSTILE,
      };
      await put(root, 'data/notes/one-note.json', JSON.stringify(note));
      await expectHarmlessPages(root, 'alert');
    });
  });

  it.each([
    ['md', expectHarmless],
    ['table', expectPlain],
    ['json', expectSame],
  ] as const)('that differs between two versions is text in the %s of diff', async (format, expectText) => {
    await withRoot(async (root) => {
      await keepRun(root, { version: '2.0.0' }, HOSTILE);
      await answer('ingest', root);
      const streams = recorder();
      const { stdout, stderr } = streams;
      const code = await runDiff({ root, a: 'hermes-ts@1.0.0', b: 'hermes-ts@2.0.0', format, stdout, stderr });
      expect({ code, err: streams.err }).toEqual({ code: 1, err: '' });
      expect(streams.out).toContain('alert');
      expectText(streams.out);
    });
  });

  it('in a report is text in the summary of a job, and no command of its log', () => {
    const of = run(HOSTILE);
    const lost = result(of, {
      outcome: judged(of, HOSTILE),
      status: 'changed',
      changes: [HOSTILE],
      again: judged(of, HOSTILE),
    });
    const hung = result(of, { outcome: inconclusive(of, 'hung', HOSTILE), status: 'inconclusive' });
    const report = sampleReport({ clientVersion: HOSTILE, results: [lost, hung], stale: [`::error::${HOSTILE}`] });
    const summary = markdownSummary(report, 1_000_000);
    expect(summary).toContain('alert');
    expectHarmless(summary);
    const log = annotations(report);
    expect(log).not.toMatch(CONTROLS);
    expect(
      log
        .split('\n')
        .slice(0, -1)
        .every((line) => /^::(?:error|warning) title=/.test(line)),
    ).toBe(true);
  });

  it('moves no cursor where a verb complains of it', async () => {
    await withRoot(async (root) => {
      await put(root, OVERLAY, canonicalJson({ client: 'hermes-ts', evidence: [], records: [], [HOSTILE]: 1 }));
      for (const verb of ['ingest', 'validate', 'build-cards', 'diff'] as const) {
        const { out, err } = await answer(verb, root);
        expect(`${out}${err}`).toContain('alert');
        expect(printable(`${out}${err}`)).not.toMatch(CONTROLS);
      }
    });
  });
});
