/** Where a Markdown text leads, and where one can be led to. */
export interface Links {
  targets: { target: string; line: number }[];
  /** Of headings, as GitHub makes them, and of `id` and `name` attributes. */
  anchors: Set<string>;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ESCAPED_OR_CODE = /\\.|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g;
const TARGETS = [
  /\]\(\s*<?([^\s)>]+)/g,
  /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/g,
  /<([a-z][a-z0-9+.-]*:[^\s<>]*)>/gi,
  /<[a-z][^<>]*?\s(?:href|src)="([^"]*)"/gi,
];
const NAMED = /<[a-z][^<>]*?\s(?:id|name)="([^"]*)"/gi;
const HEADING = /^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$/;

/** The links and anchors of a Markdown text. What stands in code, or behind a backslash, is neither. */
export function linksOf(text: string): Links {
  const links: Links = { targets: [], anchors: new Set() };
  const seen = new Map<string, number>();
  let fence: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const shown = line.replaceAll(ESCAPED_OR_CODE, (found) => ' '.repeat(found.length));
    for (const pattern of TARGETS)
      for (const [, target = ''] of shown.matchAll(pattern)) links.targets.push({ target, line: index + 1 });
    for (const [, name = ''] of shown.matchAll(NAMED)) links.anchors.add(name);
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading !== undefined) links.anchors.add(numbered(slugOf(heading), seen));
  }
  return links;
}

/** GitHub's anchor of a heading: its text in lower case without punctuation, blanks as hyphens. */
function slugOf(heading: string): string {
  return heading
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

function numbered(slug: string, seen: Map<string, number>): string {
  const before = seen.get(slug) ?? 0;
  seen.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}
