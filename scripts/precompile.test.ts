import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import * as source from '../data/forms.ts';
import { type FormName, schemas } from '../data/schemas.ts';
// @ts-expect-error It is part of the build and has no types.
import { precompile } from './precompile.mjs';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const line = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8').split('\n')[0] ?? '');
const run = 'runs/hermes-ts@0.1.0/default/both-http/tools.result.summary_and_data';
const [published = ''] = readdirSync(join(root, 'data/published')).filter((name) => name.endsWith('.json'));

const [note = ''] = readdirSync(join(root, 'data/notes')).sort();
const BASELINE = { client: 'hermes-ts', clientVersion: '0.1.0' };

/** A baseline's entry is a record of an overlay without what says where it lies. */
function entry(client: string): object {
  const { records } = read(`data/verified/${client}.json`) as { records: [Record<string, unknown>] };
  const { clientVersion: _version, date: _date, digest: _digest, path: _path, ...rest } = records[0];
  return rest;
}

const EXAMPLES: Record<FormName, unknown> = {
  asked: { asked: ['example.com'] },
  baseline: { ...BASELINE, entries: [entry('hermes-ts')] },
  capabilities: read('data/capabilities.json'),
  clients: read('data/clients.json'),
  compared: { client: 'c', explanations: [{ scenario: 's', text: 'Why.' }], with: ['c@1'] },
  driver: read('data/drivers/hermes-ts.json'),
  'model-line': line(`${run}/model.jsonl`),
  note: read(`data/notes/${note}`),
  published: read(`data/published/${published}`),
  record: read(`${run}/record.json`),
  'report-line': { kind: 'footer', results: 1, stale: [], exitCode: 0 },
  reviewed: { readings: [{ date: '2026-11-30', note: 'Both.', run: 'a/b', saw: 'payload once (as text)' }] },
  verified: read('data/verified/hermes-ts.json'),
  'wire-line': line(`${run}/wire.jsonl`),
};

/** Copies of a value in which one member, at any depth, is gone or another value. Of an array only the first item is changed. */
function* mutants(value: unknown): Generator {
  yield* [null, 5, 'no', [], {}, { ...(value as object), colour: 'red' }];
  if (typeof value !== 'object' || value === null) return;
  const keys = Array.isArray(value) ? Object.keys(value).slice(0, 1) : Object.keys(value);
  for (const key of keys) {
    const { [key]: member, ...rest } = value as Record<string, unknown>;
    if (!Array.isArray(value)) yield rest;
    for (const mutant of mutants(member))
      yield Array.isArray(value) ? [mutant, ...value.slice(1)] : { ...value, [key]: mutant };
  }
}

it('says of every form what the schemas say when they are compiled at run time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'precompile-'));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['data/forms.ts'],
    outfile: join(folder, 'forms.mjs'),
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    plugins: [precompile],
    logLevel: 'error',
  });
  expect(Object.keys(metafile.inputs).filter((input) => input.includes('ajv/dist/compile'))).toEqual([]);
  const built = (await import(join(folder, 'forms.mjs'))) as typeof source;
  for (const form of Object.keys(schemas) as FormName[]) {
    expect(source.faultOf(form, EXAMPLES[form])).toBeUndefined();
    const values = [EXAMPLES[form], ...mutants(EXAMPLES[form])];
    const faults = values.map((value) => source.faultOf(form, value));
    expect(faults.filter((fault) => fault !== undefined).length).toBeGreaterThan(10);
    expect(values.map((value) => built.faultOf(form, value))).toEqual(faults);
  }
  rmSync(folder, { recursive: true });
});
