import { expect, it } from 'vitest';
import { keyOrder } from './key-order.ts';
import { RUN, sampleStored } from './sample-stored.ts';

const record = `runs/${RUN}/record.json`;
const wire = `runs/${RUN}/wire.jsonl`;

it('passes canonical records, sorted data and lines in the order of their schema', () => {
  expect(keyOrder.check(sampleStored({ 'data/clients.json': '{"clients": [{"a": 1, "b": [2]}]}' }))).toEqual([]);
});

it('fails a record whose bytes are not the canonical ones', () => {
  const text = sampleStored().files.find(({ path }) => path === record)?.text ?? '';
  for (const other of [text.trimEnd(), text.replaceAll('  ', '\t'), JSON.stringify(JSON.parse(text))]) {
    expect(keyOrder.check(sampleStored({ [record]: other }))).toEqual([
      { path: record, text: 'Expected canonical JSON: sorted keys, two spaces a level, a final newline.' },
    ]);
  }
});

it('fails data written by hand whose keys are not sorted', () => {
  expect(keyOrder.check(sampleStored({ 'data/clients.json': '{"clients": [{"b": 1, "a": 2}]}' }))).toEqual([
    { path: 'data/clients.json', text: 'Expected sorted keys.' },
  ]);
});

it('fails a line whose keys are in another order', () => {
  expect(
    keyOrder.check(
      sampleStored({
        [wire]: '{"seq":1,"process":1,"dir":"c2s","text":""}\n{"process":1,"seq":2,"dir":"s2c","text":""}\n',
      }),
    ),
  ).toEqual([
    { path: wire, text: 'Expected the keys of line 2 in the order seq, process, exchange, dir, http, text, base64.' },
  ]);
});
