import { describe, expect, it } from 'vitest';
import type { ClientEntry } from '../../data/types/clients.ts';
import type { ResearchNote } from '../../data/types/note.ts';
import { noteLink, researchPages } from './research.ts';
import { sampleNote } from './sample-note.ts';

// Of an entry, a page says nothing but its id and title.
const registry = { clients: [{ id: 'sample', title: 'Sample [client]' } as ClientEntry] };

function pageOf(note: ResearchNote): string {
  return researchPages([note], registry).get(`docs/research/${note.id}.md`) ?? '';
}

describe('researchPages', () => {
  it('tells what is known, of whom, and on what it rests', () => {
    expect(pageOf(sampleNote())).toBe(
      [
        '# The sample hides `structuredContent`',
        '',
        '*nuance* · 2026-11-30 · revision `2025-11-25`',
        '',
        '- Clients: [Sample \\[client\\]](../../cards/sample.md)',
        '- Capabilities: `tools.result`',
        '',
        '**The sample shows `content` alone.**',
        '',
        'A first paragraph.',
        '',
        'A second one, with `code`.',
        '',
        '## Sources',
        '',
        '- [`runs/sample@1.0.0/default/both-stdio/tools.result.large`](../../runs/sample@1.0.0/default/both-stdio/tools.result.large/)',
        '',
        '---',
        '',
        'Generated from `data/notes/sample-note.json` by `mcp-client-probe build-cards`. Change that; what is edited here is overwritten.',
        '',
      ].join('\n'),
    );
  });

  it('links repositories and pages', () => {
    const page = pageOf(
      sampleNote({
        sources: [
          { repository: 'https://github.com/a/b.git', commit: '0123456789ab', path: 'src/x y.py', date: '2026-11-09' },
          { repository: 'https://example.com/b', commit: '0123456789ab', path: 'src/x.py', date: '2026-11-09' },
          { url: 'https://example.com/a(b', title: 'A page', publisher: 'Somebody', date: '2026-11-13' },
        ],
      }),
    );
    expect(page.split('\n').filter((line) => line.startsWith('- ') && line.includes('2026-11-'))).toEqual([
      '- [`src/x y.py`](https://github.com/a/b/blob/0123456789ab/src/x%20y.py) of [github.com/a/b](https://github.com/a/b) at `01234567`, read 2026-11-09',
      '- `src/x.py` of [example.com/b](https://example.com/b) at `01234567`, read 2026-11-09',
      '- [A page](https://example.com/a%28b) — Somebody, 2026-11-13',
    ]);
  });

  it('says nothing of a revision where a note is about no single one', () => {
    expect(pageOf(sampleNote({ revision: null }))).not.toContain('revision');
  });

  it('shows a client that the registry does not know without a link', () => {
    expect(pageOf(sampleNote({ clients: ['sample', 'stranger'] }))).toContain(
      '- Clients: [Sample \\[client\\]](../../cards/sample.md), `stranger`\n',
    );
  });

  it('gives the same pages twice, in whatever order the notes come', () => {
    const notes = [sampleNote({ id: 'b' }), sampleNote({ id: 'a', kind: 'gap' }), sampleNote({ id: 'c' })];
    const pages = researchPages(notes, registry);
    expect([...researchPages([...notes].reverse(), registry)]).toEqual([...pages]);
    expect([...pages.keys()]).toEqual(['a', 'b', 'c', 'README'].map((name) => `docs/research/${name}.md`));
  });

  it('lists the notes by kind in an index, and says when there are none', () => {
    const index = (notes: ResearchNote[]): string =>
      researchPages(notes, registry).get('docs/research/README.md') ?? '';
    const lines = index([sampleNote({ id: 'b' }), sampleNote({ id: 'a', kind: 'gap' })]).split('\n');
    const link = (id: string, kind: string): string =>
      `- [The sample hides \`structuredContent\`](${id}.md) — *${kind}*. The sample shows \`content\` alone.`;
    expect(lines.filter((line) => /^(## |- )/.test(line))).toEqual([
      '## Nuances',
      link('b', 'nuance'),
      '## Gaps',
      link('a', 'gap'),
    ]);
    expect(index([])).toContain('There are none yet.');
  });

  it('keeps hostile text harmless', () => {
    const hostile =
      '# <img src=x> [a](https://evil.example) ![b](c) `<b>` *d* https://evil.example/x www.evil.example a@evil.example [e]: f\n<script>\u202E';
    const note = sampleNote({
      title: hostile,
      summary: hostile,
      text: [hostile, '1. one', '- two', '> three', '===', '_ _ _', '+ four'],
      sources: [
        { run: 'runs/../../elsewhere' },
        { repository: 'https://github.com/a/b', commit: '0123456', path: '../../../evil/x](y)', date: '2026-11-09' },
        { url: 'https://example.com/)[x](y', title: hostile, publisher: hostile, date: '2026-11-13' },
      ],
    });
    const shown = [...researchPages([note], registry).values(), noteLink(note)].join('\n');
    const bare = shown.replaceAll(/(?<!\\)(`+)(?!`).*?[^`]\1(?!`)/g, '');
    // Outside code spans and our own links: no tag, no image, no link, no address that would become one.
    expect(
      bare.replaceAll(/(?<!\\)\]\((?:\.\.|https:\/\/example\.com|https:\/\/github\.com|sample-note)[^)]*\)/g, ''),
    ).not.toMatch(/(?<!\\)<|(?<!\\)\]\(|(?<!\\)\]:|:\/\/|www\.|@/);
    expect(shown).not.toMatch(/^(?:# #|#? ?(?:1\.|- two|>|===|_ _|\+))/m);
    expect(shown).not.toContain('\u202E');
    expect(shown).not.toMatch(/(?<!\\)\]\([^)]*(?:elsewhere|evil)/);
  });
});

it('leads from a card to a note in one line', () => {
  expect(noteLink(sampleNote())).toBe(
    '- [The sample hides `structuredContent`](../docs/research/sample-note.md) — *nuance*. The sample shows `content` alone.',
  );
});
