import { expect, it } from 'vitest';
import { RUN, sampleStored } from './sample-stored.ts';
import { schema } from './schema.ts';

it('passes files that fit their schemas', () => {
  expect(schema.check(sampleStored())).toEqual([]);
});

it('fails a file that is no JSON, one that does not fit, and one of no form', () => {
  const stored = sampleStored({
    'data/capabilities.json': '{',
    'data/clients.json': '{"clients":[{}]}',
    'data/notes.json': '{}',
  });
  expect(schema.check(stored)).toEqual([
    { path: 'data/capabilities.json', text: 'Expected JSON.' },
    {
      path: 'data/clients.json',
      text: `Expected it to fit clients.schema.json: at "/clients/0" it must have required property 'category'.`,
    },
    { path: 'data/notes.json', text: 'Expected a place whose files have a schema in data/schema/.' },
  ]);
});

it('fails lines that are no JSON, that do not fit, or that do not end', () => {
  const path = `runs/${RUN}/wire.jsonl`;
  expect(
    schema.check(
      sampleStored({
        [path]: '{"seq":1,"process":1,"dir":"c2s","text":"{}"}\n{"seq":0,"process":1,"dir":"c2s","text":""}\nx',
      }),
    ),
  ).toEqual([
    { path, text: 'Expected line 2 to fit wire-line.schema.json: at "/seq" it must be >= 1.' },
    { path, text: 'Expected line 3 to fit wire-line.schema.json: it is no JSON.' },
    { path, text: 'Expected the last line to end in a newline.' },
  ]);
});

it('fails JSON lines whose form nobody knows, and says enough of a file at most', () => {
  expect(schema.check(sampleStored({ [`runs/${RUN}/notes.jsonl`]: '{}\n' }))).toEqual([
    { path: `runs/${RUN}/notes.jsonl`, text: 'Expected JSON lines to be wire.jsonl or model.jsonl of a run.' },
  ]);
  expect(schema.check(sampleStored({ [`runs/${RUN}/model.jsonl`]: '{}\n'.repeat(100) }))).toHaveLength(5);
});
