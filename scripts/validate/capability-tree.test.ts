import { expect, it } from 'vitest';
import type { Capability } from '../../data/types/capabilities.ts';
import { capabilityTree } from './capability-tree.ts';
import { sampleStored } from './sample-stored.ts';

const path = 'data/capabilities.json';
const check = (...rows: [string, Capability['kind']][]) =>
  capabilityTree.check(
    sampleStored({
      [path]: JSON.stringify({
        capabilities: rows.map(([id, kind]) => ({
          id,
          kind,
          meaning: 'm',
          measured: null,
          specification: {},
          title: 't',
        })),
      }),
    }),
  );

it('passes capabilities below their parents, and evidence without one', () => {
  expect(check(['a', 'group'], ['a.b', 'capability'], ['a.b.c', 'capability'], ['x.y', 'evidence'])).toEqual([]);
});

it('fails a capability without a parent, and one above its parent', () => {
  expect(check(['a.b', 'capability'], ['a', 'group'], ['c.d', 'capability'])).toEqual([
    { path, text: 'Expected "a" above "a.b", found it nowhere above.' },
    { path, text: 'Expected "c" above "c.d", found it nowhere above.' },
  ]);
});
