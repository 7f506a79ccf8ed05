import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { substitute } from './substitute.ts';

const names = {
  environment: { TOKEN: 't0', EMPTY: '', NESTED: '${TOKEN}', userHome: 'never', 'A:-b': 'odd' },
  userHome: '/home/ada',
  workspaceFolder: '/projects/site',
};

describe('substitute', () => {
  it.each([
    ['${TOKEN}', 't0'],
    ['Bearer ${TOKEN}!', 'Bearer t0!'],
    ['${ TOKEN }', 't0'],
    ['${env:TOKEN}', 't0'],
    ['${ env: TOKEN }', 't0'],
    ['${TOKEN}${TOKEN}', 't0t0'],
    ['${userHome}/x', '/home/ada/x'],
    ['${workspaceFolder}|${workspaceFolderBasename}', '/projects/site|site'],
    ['a${pathSeparator}b${/}c', 'a/b/c'],
    ['${env:userHome}', 'never'],
    ['${UNSET}', '${UNSET}'],
    ['${EMPTY}', '${EMPTY}'],
    ['${TOKEN:-default}', '${TOKEN:-default}'],
    ['${NESTED}', '${TOKEN}'],
    ['$TOKEN', '$TOKEN'],
    ['${}', '${}'],
    ['${constructor}', '${constructor}'],
    ['${USERHOME}', '${USERHOME}'],
  ])('turns %j into %j', (text, expected) => {
    expect(substitute(text, names)).toBe(expected);
  });

  it('goes into mappings and lists, and leaves keys and other values as they are', () => {
    const entry = { '${TOKEN}': ['${TOKEN}', { deep: 'x${TOKEN}' }], count: 1, on: true, none: null };
    expect(substitute(entry, names)).toEqual({ '${TOKEN}': ['t0', { deep: 'xt0' }], count: 1, on: true, none: null });
  });

  it('changes nothing in a text without a placeholder', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/\$\{[^}]+\}/.test(text));
        expect(substitute(text, names)).toBe(text);
      }),
    );
  });
});
