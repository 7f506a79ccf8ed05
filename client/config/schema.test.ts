import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createEntrySource } from './entry-source.ts';
import { knownKeys, knownKeysBelow } from './known-keys.ts';
import { isMapping } from './mapping.ts';
import { resolveAll } from './servers.ts';
import type { Entry } from './testing/entry.ts';
import { goodEntries } from './testing/good-entries.ts';
import { refusedEntries } from './testing/refused-entries.ts';
import { warnedEntries } from './testing/warned-entries.ts';
import { parseYaml } from './yaml.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const schema = JSON.parse(read('docs/config.schema.json'));
const validate = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, strictRequired: false }).compile(
  schema,
);
const model = { base_url: 'http://127.0.0.1:1/v1', default: 'm' };

const accepts = (config: unknown) => validate(config) || JSON.stringify(validate.errors);
const acceptsEntry = (entry: Entry) => accepts({ model, mcp_servers: { docs: entry } });

/** The properties of a schema, also of the mapping among the forms that a key can have. */
function propertiesOf({
  properties,
  anyOf = [],
}: {
  properties?: object;
  anyOf?: { properties?: object }[];
}): string[] {
  return Object.keys(properties ?? anyOf.find((form) => form.properties !== undefined)?.properties ?? {}).sort();
}

describe('config.schema.json', () => {
  const { server } = schema.$defs;

  it('has every key of a server entry that the parser knows, and no other', () => {
    expect(propertiesOf(server)).toEqual([...knownKeys].sort());
    for (const [key, below] of knownKeysBelow) {
      expect(propertiesOf(server.properties[key])).toEqual([...below].sort());
    }
    const deeper = Object.keys(server.properties).filter((key) => propertiesOf(server.properties[key]).length > 0);
    expect(deeper.sort()).toEqual([...knownKeysBelow.keys()].sort());
  });

  it.each(goodEntries)('accepts %j', (entry) => {
    expect(acceptsEntry(entry)).toBe(true);
  });

  const bad = [...warnedEntries, ...refusedEntries];
  it.each(bad.filter(({ schemaIsSilent }) => schemaIsSilent !== true).map(({ entry }): [Entry] => [entry]))(
    'refuses %j',
    (entry) => {
      expect(acceptsEntry(entry)).not.toBe(true);
    },
  );

  it.each(bad.filter(({ schemaIsSilent }) => schemaIsSilent).map(({ entry }): [Entry] => [entry]))(
    'is silent about %j, as it is said to be',
    (entry) => {
      expect(acceptsEntry(entry)).toBe(true);
    },
  );

  it.each([
    {},
    null,
    { model: { ...model, context_length: '131072', api_key: '${KEY}', provider: null } },
    { model, mcp_servers: null, mcp: null, timeouts: null, tools: null, tool_budget: null },
    { model, tools: { tool_search: 'auto' }, theme: { anything: 'goes' } },
    { model, tools: { tool_search: { enabled: 'on', threshold_pct: '7.5', defer: ['x'], listing: null } } },
    { model, mcp: { client: 'yes', stdio_servers: 0, osv_check: false, client_info: { name: 'me' } } },
    { model, timeouts: { mcp: { tool_call: '20' } }, tool_budget: { mcp_result_size_chars: 9000 } },
  ])('accepts the file %j', (config) => {
    expect(accepts(config)).toBe(true);
  });

  it.each([
    [],
    { model: 'gpt' },
    { model: { default: 'm' } },
    ...['base_url', 'default', 'api_key', 'context_length', 'provider'].map((key) => ({
      model: { ...model, [key]: [] },
    })),
    { model: { ...model, provider: 'nous' } },
    { model: { ...model, base_url: 'file:///etc' } },
    { model: { ...model, context_length: 1.5 } },
    { model, mcp_servers: [] },
    { model, mcp_servers: { docs: null } },
    { model, mcp_servers: { docs: 'x' } },
    { model, mcp: { client: 'maybe' } },
    { model, mcp: { osv_check: [] } },
    { model, mcp: { client_info: { name: 5 } } },
    { model, timeouts: { mcp: { tool_call: 0 } } },
    { model, tool_budget: { mcp_result_size_chars: 0 } },
    { model, tools: { tool_search: { max_search_limit: 'many' } } },
    { model, tools: { tool_search: { defer: 'x' } } },
  ])('refuses the file %j', (config) => {
    expect(accepts(config)).not.toBe(true);
  });

  it('accepts the examples of the documentation, and so does the parser', () => {
    const readme = /^ {4}model:\n(?: {4}.*\n)+/m.exec(read('README.md'))?.[0] ?? '';
    const page = [...read('docs/config.md').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
    const examples = [readme.replace(/^ {4}/gm, ''), ...page].map((text) => parseYaml(text, 'example').value);
    expect(examples).toEqual([expect.objectContaining({ mcp_servers: expect.anything() }), expect.anything()]);
    expect(examples.map(accepts)).toEqual([true, true]);
    const warnings: string[] = [];
    const names = { environment: {}, userHome: '/home/me', workspaceFolder: '/work' };
    for (const config of examples.filter(isMapping)) {
      const source = createEntrySource({ config, order: [], names }, (message) => warnings.push(message));
      expect(resolveAll(source)).toMatchObject({ entries: [{}, {}], refused: [] });
    }
    expect(warnings).toEqual([]);
  });
});
