import type { ResearchNote } from '../../data/types/note.ts';

/** For tests: a research note that fits the schema. */
export function sampleNote(given: Partial<ResearchNote> = {}): ResearchNote {
  return {
    capabilities: ['tools.result'],
    clients: ['sample'],
    date: '2026-11-30',
    id: 'sample-note',
    kind: 'nuance',
    revision: '2025-11-25',
    sources: [{ run: 'runs/sample@1.0.0/default/both-stdio/tools.result.large' }],
    summary: 'The sample shows `content` alone.',
    text: ['A first paragraph.', 'A second one, with `code`.'],
    title: 'The sample hides `structuredContent`',
    ...given,
  };
}
