import { expect, it } from 'vitest';
import { checkedClient, clientOf, parseSideName } from './side-name.ts';

it.each([
  ['published/some@1', { kind: 'published', file: 'some@1' }, 'some'],
  ['git:HEAD~2', { kind: 'revision', revision: 'HEAD~2' }, undefined],
  ['git:feature/x@{1}', { kind: 'revision', revision: 'feature/x@{1}' }, undefined],
  ['report:a/b@1.jsonl', { kind: 'report', file: 'a/b@1.jsonl' }, undefined],
  ['hermes-ts@0.1.0', { kind: 'version', client: 'hermes-ts', version: '0.1.0' }, 'hermes-ts'],
  ['a@b@c', { kind: 'version', client: 'a', version: 'b@c' }, 'a'],
])('reads %s', (name, parsed, client) => {
  expect([parseSideName(name), clientOf(name)]).toEqual([parsed, client]);
});

it.each(['', 'hermes-ts', '@1', 'a@', '../x@1', 'a/b@1', 'A@1', 'git:', 'git:--output=x', 'git:a\nb', 'git:a\u2028b'])(
  'takes %j for no side',
  (name) => {
    expect(parseSideName(name)).toBeUndefined();
  },
);

it('lets only ids of clients become part of a path', () => {
  expect(checkedClient('hermes-ts')).toBe('hermes-ts');
  expect(() => checkedClient('../x')).toThrow(
    'Expected --client to be the id of a client, small letters, digits and hyphens, got "../x".',
  );
});
