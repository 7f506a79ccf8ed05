import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorOf, linkLabel, repositoryLink, webLink } from './links.ts';

describe('anchorOf', () => {
  it('is readable, and stays what it is', () => {
    expect(anchorOf('evidence', 'tools.result._meta')).toBe('evidence-tools-result-_meta');
    expect(anchorOf('reading', '9dcf7714')).toBe('reading-9dcf7714');
  });

  it('is another for every other id, and ends no attribute', () => {
    const id = fc.string({ unit: fc.constantFrom('a', 'B', '.', '-', '_', '"', '>', '~', '2', ' ', 'é') });
    fc.assert(
      fc.property(id, id, (a, b) => {
        expect(anchorOf('evidence', a)).toMatch(/^evidence-[\w~-]*$/);
        expect(anchorOf('evidence', a) === anchorOf('evidence', b)).toBe(a === b);
      }),
    );
  });
});

describe('links', () => {
  it('lead into the repository, and never out of it', () => {
    expect(repositoryLink('a', 'runs/x@1/default')).toBe('[a](../runs/x@1/default/)');
    for (const path of ['runs/../../etc', '/etc', 'runs//x', './runs', '']) expect(repositoryLink('a', path)).toBe('a');
  });

  it('lead to web pages alone, and end where they should', () => {
    expect(webLink('https://example.com/a', 'b')).toBe('[b](https://example.com/a)');
    expect(webLink('https://example.com/a b)|<c>')).toBe('<https://example.com/a%20b%29%7c%3cc%3e>');
    expect(webLink('javascript:alert(1)', 'b')).toBe('b (`javascript:alert(1)`)');
    expect(webLink('javascript:alert(1)')).toBe('`javascript:alert(1)`');
    expect(webLink('https://example.com/é\uD800')).toMatch(/^<https:\/\/example\.com\/%c3%a9[%\w]+>$/);
  });

  it('have labels that no bracket in them ends', () => {
    expect(linkLabel('a] [b](c) \\] | `d`')).toBe('a\\] \\[b\\](c) \\\\\\] \\| \\`d\\`');
  });
});
