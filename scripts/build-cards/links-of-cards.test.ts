import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

// Over the cards as they are committed: `build-cards --check` sees to it that they are those that would be made.

const names = (await readdir('cards')).filter((name) => name.endsWith('.md'));
const texts = new Map(
  await Promise.all(names.map(async (name) => [name, await readFile(join('cards', name), 'utf8')] as const)),
);

const anchorsOf = (text: string): string[] => [...text.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, id = '']) => id);
const targetsOf = (text: string): string[] =>
  // Code is no link, whatever stands in it.
  [...text.replaceAll(/(`+)[^`](?:.*?[^`])?\1(?!`)/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target = '']) => target,
  );

describe.each(names)('cards/%s', (name) => {
  const text = texts.get(name) ?? '';

  it('has each anchor once', () => {
    const anchors = anchorsOf(text);
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('has no link that leads nowhere', () => {
    const dead = targetsOf(text).filter((target) => {
      if (/^https?:/.test(target)) return false;
      const [file = '', anchor] = target.split('#');
      const path = decodeURIComponent(file);
      if (path !== '' && !existsSync(posix.join('cards', path))) return true;
      return anchor !== undefined && !anchorsOf(path === '' ? text : (texts.get(path) ?? '')).includes(anchor);
    });
    expect(dead).toEqual([]);
    expect(targetsOf(text).length).toBeGreaterThan(5);
  });
});
