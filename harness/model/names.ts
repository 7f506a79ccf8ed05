/** Anything that a client shows to its model under a name: a tool of a request, a match in a search result. */
export interface Named {
  name: string;
  description: string;
}

/**
 * Finds what a client made of the tool that the server names `wanted`. Clients put a server's name before it
 * (`mcp__probe__x`, `probe-x`, `probe.x`), change case or replace characters; where they cut a long name, `mark`, a
 * token in the tool's description, finds it. The closest name wins: see {@link closeness}; a tool with the mark goes
 * before one without, the shorter name before the longer, and last the order of code units decides.
 */
export function findTool<T extends Named>(tools: T[], wanted: string, mark?: string): T | undefined {
  const marked = mark === undefined ? [] : tools.filter(({ description }) => description.includes(mark));
  return closest(marked, wanted) ?? closest(tools, wanted) ?? marked[0];
}

function closest<T extends Named>(tools: T[], wanted: string): T | undefined {
  const fits = tools.flatMap((tool) => {
    const rank = closeness(tool.name, wanted);
    return rank === undefined ? [] : [{ tool, rank }];
  });
  fits.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.tool.name.length - b.tool.name.length ||
      (a.tool.name < b.tool.name ? -1 : Number(a.tool.name > b.tool.name)),
  );
  return fits[0]?.tool;
}

/**
 * How close a client's name is to the server's: 0 the same, 1 ends with it after a character that is no letter or
 * digit, 2 and 3 the same two with case and punctuation set aside; undefined when it is another name.
 */
export function closeness(name: string, wanted: string): 0 | 1 | 2 | 3 | undefined {
  if (name === wanted) return 0;
  if (endsWithName(name, wanted)) return 1;
  const plainWanted = plain(wanted);
  if (plainWanted === '') return undefined;
  const plainName = plain(name);
  if (plainName === plainWanted) return 2;
  return plainName.endsWith(`_${plainWanted}`) ? 3 : undefined;
}

/** Whether `name` is `wanted` with something before it that a character other than a letter or digit ends. */
export function endsWithName(name: string, wanted: string): boolean {
  return (
    wanted !== '' &&
    name.length > wanted.length &&
    name.endsWith(wanted) &&
    /[^A-Za-z0-9]/.test(name.charAt(name.length - wanted.length - 1))
  );
}

/** The name in small letters, each run of other characters than letters and digits as one `_`. */
export function plain(name: string): string {
  return wordsOf(name).join('_').toLowerCase();
}

/** The words of a text that can be names of tools, without the punctuation of a sentence at their ends. */
export function namesIn(text: string): string[] {
  return text.match(/\w(?:[\w.:/-]*\w)?/g) ?? [];
}

/** The runs of letters and digits in a text. */
export function wordsOf(text: string): string[] {
  return text.match(/[A-Za-z0-9]+/g) ?? [];
}
