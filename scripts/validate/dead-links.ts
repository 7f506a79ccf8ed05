import { dirname, join } from 'node:path/posix';
import type { Linter, Page, Stored } from './linter.ts';
import { type Links, linksOf } from './markdown-links.ts';

/** Links lead somewhere. Addresses of others are looked at, never asked for. */
export const deadLinks: Linter = {
  name: 'dead-links',
  description:
    'A relative link of README.md, docs/ or cards/ leads to a file that is there, and to a heading or anchor that it has; others are https without credentials.',
  check: (stored) => {
    const links = new Map(stored.pages.map((page) => [page.path, linksOf(page.text)]));
    const there = new Set([...stored.files, ...stored.pages].map(({ path }) => path));
    const exists = remember((path) => there.has(path) || stored.exists(path));
    return stored.pages.flatMap((page) => checkPage(page, links, exists));
  },
};

function checkPage(
  { path }: Page,
  links: Map<string, Links>,
  exists: Stored['exists'],
): { path: string; text: string }[] {
  return (links.get(path)?.targets ?? []).flatMap(({ target, line }) => {
    const fault = /^[a-z][a-z0-9+.-]*:/i.test(target)
      ? faultOfAddress(target)
      : faultOfPath(path, target, links, exists);
    return fault === undefined ? [] : [{ path, text: `Expected ${fault} in line ${line}.` }];
  });
}

function faultOfAddress(target: string): string | undefined {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== 'https:') return `an https address, got ${target}`;
  // Never told: it may be a secret.
  return url.username === '' && url.password === '' ? undefined : `no credentials in the address of ${url.host}`;
}

function faultOfPath(
  page: string,
  target: string,
  links: Map<string, Links>,
  exists: Stored['exists'],
): string | undefined {
  const [file, anchor] = target.split('#', 2).map(decoded);
  if (file === undefined || file.startsWith('/')) return `a relative link, got ${target}`;
  const path = file === '' ? page : join(dirname(page), file);
  if (path.startsWith('../')) return `a link inside of the repository, got ${target}`;
  if (!exists(path)) return `${path}, found nothing there`;
  const anchors = links.get(path)?.anchors;
  return anchor === undefined || anchors === undefined || anchors.has(anchor)
    ? undefined
    : `the anchor #${anchor} in ${path}, found none`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function remember(ask: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const answer = known.get(path) ?? ask(path);
    known.set(path, answer);
    return answer;
  };
}
