import Handlebars from 'handlebars';
import type { ClientEntry } from '../../data/types/clients.ts';
import type { ResearchNote } from '../../data/types/note.ts';
import { cell, code, target } from '../markdown.ts';
import { notePath } from '../registry/notes.ts';
import { sourceLink } from './research-sources.ts';
import { indexTemplate, noteTemplate } from './research-template.ts';
import { linkText, paragraph, prose } from './research-text.ts';

const FOLDER = 'docs/research';

const KINDS: { kind: ResearchNote['kind']; title: string; meaning: string }[] = [
  { kind: 'idiosyncrasy', title: 'Idiosyncrasies', meaning: 'One client does so, and no other that we know.' },
  { kind: 'nuance', title: 'Nuances', meaning: 'A status alone does not tell this.' },
  { kind: 'gap', title: 'Gaps', meaning: 'What is said and what is done differ.' },
  { kind: 'in-flight', title: 'In flight', meaning: 'The specification is still being decided.' },
];

const [page, index] = [noteTemplate, indexTemplate].map((template) =>
  Handlebars.compile<object>(template, { noEscape: true, strict: true }),
) as [Render, Render];

type Render = (view: object) => string;

/**
 * The pages of the research notes and their index, by path relative to the root. A client that the registry does not know
 * is shown by its id, without a link.
 */
export function researchPages(notes: ResearchNote[], registry: { clients: ClientEntry[] }): Map<string, string> {
  const sorted = [...notes].sort((a, b) => (a.id < b.id ? -1 : 1));
  const pages = new Map(sorted.map((note) => [pagePath(note), page(noteView(note, registry.clients))]));
  return pages.set(`${FOLDER}/README.md`, index({ kinds: kindsOf(sorted) }));
}

/** The line of a card that leads to a note. */
export function noteLink(note: ResearchNote): string {
  return `- ${linkFrom(`../${FOLDER}/`, note)}`;
}

function pagePath({ id }: ResearchNote): string {
  return `${FOLDER}/${id}.md`;
}

function kindsOf(notes: ResearchNote[]): { title: string; meaning: string; notes: string[] }[] {
  return KINDS.map(({ kind, ...heading }) => ({
    ...heading,
    notes: notes.filter((note) => note.kind === kind).map((note) => linkFrom('', note)),
  })).filter((group) => group.notes.length > 0);
}

function linkFrom(folder: string, { id, kind, summary, title }: ResearchNote): string {
  return `[${linkText(title)}](${folder}${target(id)}.md) — *${cell(kind)}*. ${prose(summary)}`;
}

function noteView(note: ResearchNote, clients: ClientEntry[]): object {
  return {
    title: paragraph(note.title),
    kind: cell(note.kind),
    date: cell(note.date),
    revision: note.revision === null ? null : code(note.revision),
    clients: note.clients.map((id) => clientLink(id, clients)).join(', '),
    capabilities: note.capabilities.map(code).join(', '),
    summary: prose(note.summary),
    text: note.text.map(paragraph),
    sources: note.sources.map(sourceLink),
    file: code(notePath(note.id)),
  };
}

function clientLink(id: string, clients: ClientEntry[]): string {
  const client = clients.find((entry) => entry.id === id);
  return client === undefined ? code(id) : `[${linkText(client.title)}](../../cards/${target(id)}.md)`;
}
