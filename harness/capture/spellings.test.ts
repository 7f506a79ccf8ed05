import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellingsOf } from './spellings.ts';

const ascii = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const xml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&#62;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

const ways: Record<string, (path: string) => string> = {
  'as it is': (path) => path,
  'in JSON': json,
  'in JSON in JSON': (path) => json(json(path)),
  'in JSON four deep': (path) => json(json(json(json(path)))),
  'in JSON with escaped slashes': (path) => json(path).replaceAll('/', String.raw`\/`),
  'in JSON that is ASCII': (path) => ascii(json(path)),
  'in JSON that is ASCII, in JSON': (path) => json(ascii(json(path))),
  'in the address of a file': (path) => pathToFileURL(path).pathname,
  'as a part of an address': encodeURIComponent,
  'in XML': xml,
  'quoted for a shell': (path) => path.replaceAll(/[^\w/.-]/gu, String.raw`\$&`),
};

describe.each(Object.entries(ways))('a path %s', (_way, spell) => {
  it('is found whole, whatever folders have it', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc
            .string({ unit: 'grapheme', minLength: 1 })
            .filter((name) => !/[/\0\r\n\t]/.test(name) && !/^\.+$/.test(name)),
        ),
        (folders) => {
          const path = ['', ...folders, 'mcp-client-probe-x7Yq2Z', '0123456789ab'].join('/').normalize('NFC');
          expect(`before ${spell(path)}/home after`.replaceAll(spellingsOf(path), '{{home}}')).toMatch(
            /^before \{\{home\}\}(?:\/|%2F|\\\/)home after$/,
          );
        },
      ),
    );
  });
});

it('leaves other paths alone', () => {
  const text = '/tmp/a-b/0123456789ac and /tmp/a_b/0123456789ab and \\/tmp/a-b/0123';
  expect(text.replaceAll(spellingsOf('/tmp/a-b/0123456789ab'), '{{home}}')).toBe(text);
});

it('comes to an end with a text of backslashes', () => {
  const text = `${'\\'.repeat(200_000)}0123456789ab`;
  expect(text.replaceAll(spellingsOf('/tmp/a-b/0123456789ab'), '{{home}}')).toBe(text);
});
