import type { NoteSource, PageSource, RepositorySource, RunSource } from '../../data/types/note.ts';
import { code, target } from '../markdown.ts';
import { webAddress } from './links.ts';
import { linkText, prose } from './research-text.ts';

/** What a note rests on, as Markdown of a page two folders below the root. */
export function sourceLink(source: NoteSource): string {
  if ('run' in source) return runLink(source);
  if ('repository' in source) return repositoryLink(source);
  return pageLink(source);
}

function runLink({ run }: RunSource): string {
  return isStraight(run) ? `[${code(run)}](../../${target(run)}/)` : code(run);
}

function repositoryLink({ repository, commit, date, path }: RepositorySource): string {
  const home = webAddress(repository.replace(/\.git$/, '')) ?? '';
  const name = home.replace(/^https:\/\//, '');
  const file = `${home}/blob/${target(commit)}/${target(path)}`;
  const shown = name.startsWith('github.com/') && isStraight(path) ? `[${code(path)}](${file})` : code(path);
  return `${shown} of [${linkText(name)}](${home}) at ${code(commit.slice(0, 8))}, read ${prose(date)}`;
}

function pageLink({ date, publisher, title, url }: PageSource): string {
  return `[${linkText(title)}](${webAddress(url) ?? ''}) — ${prose(publisher)}, ${prose(date)}`;
}

// A path with `..` would lead a reader out of the folder, or into another repository.
function isStraight(path: string): boolean {
  return path.split('/').every((segment) => !['', '.', '..'].includes(segment));
}
