import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../types.ts';
import { validateCallResult } from './call-result.ts';

/** The specification's own schemas are the truth here; they are not part of this repository. */
const SPEC = process.env.MCP_SPEC_DIR ?? fileURLToPath(new URL('../../../../shared/spec', import.meta.url));
const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

const annotations: Json = { audience: ['user', 'assistant'], priority: 0.5, lastModified: '2025-01-12T15:00:58Z' };
const icons: Json = [{ src: 'https://example.com/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }];
const blocks: JsonObject[] = [
  { type: 'text', text: 'fine', annotations, _meta: { 'com.example/k': 1 } },
  { type: 'image', data: 'AAEC', mimeType: 'image/png', annotations, _meta: {} },
  { type: 'audio', data: 'AAEC', mimeType: 'audio/wav', annotations, _meta: {} },
  { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'A', _meta: {} }, annotations },
  { type: 'resource', resource: { uri: 'file:///a.bin', blob: 'AAEC' }, _meta: {} },
  { type: 'resource', resource: { uri: 'file:///a.bin', blob: 'AAEC', text: 'A' } },
  {
    type: 'resource_link',
    uri: 'file:///a.txt',
    name: 'a',
    title: 'A',
    description: 'd',
    mimeType: 'text/plain',
    size: 3,
    icons,
    annotations,
    _meta: {},
  },
];
const serverInfo: Json = {
  name: 's',
  version: '1',
  title: 'S',
  description: 'd',
  websiteUrl: 'https://example.com',
  icons,
};
const rest: JsonObject = {
  structuredContent: { a: 1 },
  isError: false,
  _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo, 'com.example/k': 1 },
  resultType: 'complete',
  extra: 'x',
};
const seeds: Json[] = [
  {},
  { content: [] },
  { content: [], resultType: 'complete' },
  { content: [{ type: 'video', data: 'AAEC' }], resultType: 'complete' },
  ...blocks.map((block) => ({ content: [block], ...rest })),
];
const SUBSTITUTES: Json[] = [null, 5, 1.5, -1, 'str', [], {}, true];

/** Every value that differs from `value` in one place: a member or an item left out, or put in place of another. */
function* mutants(value: Json): Generator<Json> {
  for (const substitute of SUBSTITUTES) yield substitute;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const without = Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
    yield Array.isArray(value) ? Object.values(without) : without;
    for (const mutant of mutants(member)) {
      yield Array.isArray(value)
        ? value.map((item, index) => (String(index) === key ? mutant : item))
        : { ...value, [key]: mutant };
    }
  }
}

function accepts(raw: Json, revision: string): boolean {
  try {
    validateCallResult(raw, revision);
    return true;
  } catch {
    return false;
  }
}

/** What the schema of `revision` says, with the two points in which this client differs from it by decision. */
function schemaOracle(revision: string): (raw: Json) => boolean {
  const schema = JSON.parse(readFileSync(`${SPEC}/${revision}/schema.json`, 'utf8')) as JsonObject;
  const ajv = schema.$defs === undefined ? new Ajv({ strict: false }) : new Ajv2020({ strict: false });
  addFormats.default(ajv, ['uri']);
  // `byte` is no format of JSON Schema: data that is no base64 is dealt with block by block.
  ajv.addFormat('byte', true);
  ajv.addSchema(schema, 'spec');
  const check = ajv.compile({ $ref: `spec#/${schema.$defs === undefined ? 'definitions' : '$defs'}/CallToolResult` });
  return (raw) => {
    const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw);
    if (!isObject) return check(raw);
    if (revision === '2026-07-28' && raw.resultType !== 'complete') return false;
    const { structuredContent, ...others } = raw;
    return check(structuredContent === null ? others : raw);
  };
}

const missing = REVISIONS.filter((revision) => !existsSync(`${SPEC}/${revision}/schema.json`));
if (missing.length > 0) {
  console.warn(
    `\n  !!! NOT RUN: validateCallResult was NOT compared with the specification's schemas of ${missing.join(', ')}.\n` +
      `  !!! Expected <dir>/<revision>/schema.json; name the directory with MCP_SPEC_DIR.\n`,
  );
}

describe('validateCallResult against the schema of the specification', () => {
  it('has mutants enough to mean something', () => {
    expect(seeds.flatMap((seed) => [...mutants(seed)]).length).toBeGreaterThan(2000);
  });

  for (const revision of REVISIONS.filter((one) => !missing.includes(one))) {
    it(`agrees with the schema of ${revision} on every result and every mutant of it`, () => {
      const oracle = schemaOracle(revision);
      const results = seeds.flatMap((seed) => [seed, ...mutants(seed)]);
      expect(results.filter((raw) => accepts(raw, revision) !== oracle(raw)).map((raw) => JSON.stringify(raw))).toEqual(
        [],
      );
      const verdicts = {
        accepted: results.filter(oracle).length,
        refused: results.filter((raw) => !oracle(raw)).length,
      };
      expect(verdicts.accepted).toBeGreaterThan(200);
      expect(verdicts.refused).toBeGreaterThan(200);
    });
  }

  it.each(missing.length > 0 ? [] : ['2025-11-25'])('agrees with the schema of %s on what a URI is', (revision) => {
    const oracle = schemaOracle(revision);
    const uris =
      'a:b|file:///a b|file:///a%20b|a%zz:b|https://ex.com/a#b#c|https://ex.com?q=[1]|//ex.com/a|a.txt||urn:x:y|data:,|http://[::1]/|https://é.com|x-y+z.1:q|1a:b|mailto:a@b|file:///a"b|file:///<a>|a:\n|a:b\n|http://a:80/x|http://a:b/x|http://u:p@a/|http://a@b@c/|https://a/b:c@d?e/f?#g?/|a:/b|http://a[/|tel:+1';
    const link = (uri: string): Json => ({ content: [{ type: 'resource_link', name: 'a', uri }] });
    expect(uris.split('|').filter((uri) => accepts(link(uri), revision) !== oracle(link(uri)))).toEqual([]);
  });
});
