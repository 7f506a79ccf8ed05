import { expect, it } from 'vitest';
import { keyOrder } from './key-order.ts';
import type { Stored } from './linter.ts';
import { baselineFile, clientsFile, noteFile, overlayFile, RUN, sampleStored } from './sample-stored.ts';

const record = `runs/${RUN}/record.json`;
const wire = `runs/${RUN}/wire.jsonl`;

it('passes canonical records, sorted data in any layout and lines in the order of their schema', () => {
  expect(keyOrder.check(sampleStored({ 'data/clients.json': JSON.stringify(JSON.parse(clientsFile())) }))).toEqual([]);
});

it('fails a record whose bytes are not the canonical ones', () => {
  const text = sampleStored().files.find(({ path }) => path === record)?.text ?? '';
  for (const other of [text.trimEnd(), text.replaceAll('  ', '\t'), JSON.stringify(JSON.parse(text))]) {
    expect(keyOrder.check(sampleStored({ [record]: other }))).toEqual([
      { path: record, text: 'Expected canonical JSON: sorted keys, two spaces a level, a final newline.' },
    ]);
  }
});

it.each([
  ['data/clients.json', clientsFile()],
  ['data/notes/one-note.json', noteFile()],
])('fails %s, written by hand, whose keys are not sorted, and sorts them', (path, text) => {
  const reversed = JSON.stringify(reverse(JSON.parse(text)));
  const stored = sampleStored({ [path]: reversed });
  expect(keyOrder.check(stored)).toEqual([{ path, text: 'Expected sorted keys.' }]);
  expect(fixed(stored, path)).toBe(text);
});

it.each([
  ['data/baselines/sample.json', baselineFile(2)],
  ['data/verified/sample.json', overlayFile()],
])('writes %s anew, byte for byte', (path, text) => {
  const stored = sampleStored({ [path]: JSON.stringify(reverse(JSON.parse(text))) });
  expect(fixed(stored, path)).toBe(text);
});

it('fails a line whose keys are in another order', () => {
  expect(
    keyOrder.check(
      sampleStored({
        [wire]: '{"seq":1,"process":1,"dir":"c2s","text":""}\n{"process":1,"seq":2,"dir":"s2c","text":""}\n',
      }),
    ),
  ).toEqual([
    {
      path: wire,
      text: 'Expected the keys of line 2 in the order seq, process, launch, exchange, dir, http, text, base64.',
    },
  ]);
});

it.each([
  ['a key twice', '{"seq":1,"seq":1,"process":1,"dir":"c2s","text":""}'],
  ['a blank', '{"seq":1, "process":1,"dir":"c2s","text":""}'],
  ['a number in another form', '{"seq":1e0,"process":1,"dir":"c2s","text":""}'],
])('fails a line with %s', (_what, line) => {
  expect(keyOrder.check(sampleStored({ [wire]: `${line}\n` }))).toEqual([
    { path: wire, text: 'Expected line 1 as JSON.stringify writes it, got the same in other bytes.' },
  ]);
});

function fixed(stored: Stored, path: string): string | undefined {
  const file = stored.files.find((each) => each.path === path);
  return file && keyOrder.fix?.(file);
}

/** The same with its keys the other way round. */
function reverse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverse);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reverse(member)]),
  );
}
