type Part = { kind: 'any run' } | { kind: 'one'; matches: (character: string) => boolean };

/** Whether a filter entry is a pattern; an entry without these characters is an exact name. */
export function isGlob(entry: string): boolean {
  return /[*?[]/.test(entry);
}

/**
 * Whether `name` as a whole fits a pattern of Python's fnmatch: `*`, `?`, `[a-z]`, `[!a-z]`; case counts. A `[` that is
 * never closed stands for itself. No regular expression is built, since names come from servers and could make one
 * backtrack for ever: this takes at most pattern × name steps.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const parts = parse(Array.from(pattern));
  const characters = Array.from(name);
  let part = 0;
  let at = 0;
  let retry: { part: number; at: number } | undefined;
  while (at < characters.length) {
    const current = parts[part];
    const character = characters[at] ?? '';
    if (current?.kind === 'any run') {
      part += 1;
      retry = { part, at };
    } else if (current?.matches(character) === true) {
      part += 1;
      at += 1;
    } else if (retry !== undefined) {
      // The last `*` takes one character more; earlier ones need no second try.
      retry.at += 1;
      ({ part, at } = retry);
    } else {
      return false;
    }
  }
  return parts.slice(part).every(({ kind }) => kind === 'any run');
}

function parse(pattern: string[]): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? '';
    const end = character === '[' ? endOfSet(pattern, at) : -1;
    if (end !== -1) {
      parts.push({ kind: 'one', matches: set(pattern.slice(at + 1, end)) });
      at = end;
    } else if (character === '*') {
      parts.push({ kind: 'any run' });
    } else {
      parts.push({ kind: 'one', matches: character === '?' ? () => true : (other) => other === character });
    }
  }
  return parts;
}

/** The index of the `]` that closes the set at `start`, or -1. A `]` right after `[` or `[!` is a member. */
function endOfSet(pattern: string[], start: number): number {
  const first = pattern[start + 1] === '!' ? start + 2 : start + 1;
  return pattern.indexOf(']', first + 1);
}

function set(inside: string[]): (character: string) => boolean {
  const negated = inside[0] === '!';
  const members = negated ? inside.slice(1) : inside;
  const ranges: { from: string; to: string }[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at] ?? '';
    const to = members[at + 1] === '-' ? members[at + 2] : undefined;
    ranges.push({ from, to: to ?? from });
    if (to !== undefined) at += 2;
  }
  return (character) => {
    const point = codePoint(character);
    return ranges.some(({ from, to }) => codePoint(from) <= point && point <= codePoint(to)) !== negated;
  };
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}
