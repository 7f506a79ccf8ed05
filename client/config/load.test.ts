import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './load.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'config-'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

function load(yaml: string | undefined, model?: string) {
  if (yaml !== undefined) writeFileSync(join(home, 'config.yaml'), yaml);
  const warnings: string[] = [];
  const names = { environment: { KEY: 'k3y' }, userHome: '/home/ada', workspaceFolder: '/work' };
  const warn = (message: string) => warnings.push(message);
  return { config: loadConfig(home, { names, warn, ...(model === undefined ? {} : { model }) }), warnings };
}

const minimal = 'model: {base_url: "http://127.0.0.1:1/v1", default: m}\n';

describe('loadConfig', () => {
  it('reads the model and leaves the rest at its defaults', () => {
    expect(load(minimal)).toEqual({
      config: {
        model: { baseUrl: 'http://127.0.0.1:1/v1', name: 'm' },
        servers: { entries: [], refused: [] },
        entrySource: expect.objectContaining({ names: [] }),
        osvCheck: { endpoint: 'https://api.osv.dev/v1/query', cacheSeconds: 3600 },
        toolSearch: undefined,
        resultSizeChars: undefined,
        clientName: 'hermes-agent',
      },
      warnings: [],
    });
  });

  it('reads every key that it acts on', () => {
    const yaml = `
model: {provider: custom, base_url: "https://h/v1//", default: " m ", api_key: "\${KEY}", context_length: 131072}
tools: {tool_search: off}
tool_budget: {mcp_result_size_chars: 9000}
mcp: {client_info: {name: my-agent}}
`;
    expect(load(yaml).config).toMatchObject({
      model: { baseUrl: 'https://h/v1', name: 'm', apiKey: 'k3y', contextLength: 131072 },
      toolSearch: 'off',
      resultSizeChars: 9000,
      clientName: 'my-agent',
    });
  });

  it('reads the servers again when it is asked to, with what the names then mean', () => {
    const write = (text: string) => writeFileSync(join(home, 'config.yaml'), text);
    const entry = 'mcp_servers: {docs: {url: "https://${KEY}/mcp"}}\n';
    write(minimal + entry);
    const warnings: string[] = [];
    const at = (key: string) => ({ environment: { KEY: key }, userHome: '/home/ada', workspaceFolder: '/work' });
    const { entrySource } = loadConfig(home, {
      names: at('first'),
      rereadNames: () => at('second'),
      warn: (message) => warnings.push(message),
    });
    const url = () => entrySource.resolve('docs')?.transport;
    expect(url()).toMatchObject({ url: 'https://first/mcp' });
    entrySource.reload();
    expect(url()).toMatchObject({ url: 'https://second/mcp' });
    write('mcp_servers: {docs: {url: "https://third"}}');
    expect(url()).toMatchObject({ url: 'https://second/mcp' });
    entrySource.reload();
    expect(url()).toMatchObject({ url: 'https://third' });
    expect(warnings).toEqual([]);

    write('mcp_servers: [s3cret');
    entrySource.reload();
    entrySource.reload();
    expect(url()).toMatchObject({ url: 'https://third' });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The configuration could not be read again and stays as it was: Expected valid YAML, got /,
      ),
    ]);
    rmSync(join(home, 'config.yaml'));
    entrySource.reload();
    expect(entrySource.names).toEqual([]);
    expect(url()).toBeUndefined();
  });

  it('keeps the names behind placeholders out of what it says about the model', () => {
    const options = {
      names: { environment: { KEY: 's3cret-key' }, userHome: '/home/ada', workspaceFolder: '/work' },
      warn: () => undefined,
    };
    writeFileSync(join(home, 'config.yaml'), 'model: {provider: "${KEY}"}');
    expect(() => loadConfig(home, options)).toThrow('Expected "provider" to be custom, got "${KEY}" (model)');
  });

  it('lets the command line choose the model, also where the file names none', () => {
    expect(load(minimal, 'other').config.model.name).toBe('other');
    expect(load('model: {base_url: "http://h"}', 'other').config.model.name).toBe('other');
  });

  it('gives the line and the column of invalid YAML', () => {
    expect(() => load('model:\n  base_url: [http')).toThrow(
      expect.objectContaining({
        code: 'invalid-yaml',
        where: 'config.yaml:2:18',
        message:
          'Expected valid YAML, got a line or a bracket that is not indented like its neighbours (config.yaml:2:18)',
      }),
    );
    expect(() => load('a: 1\nb: 2\na: 3\n')).toThrow(
      expect.objectContaining({
        message: 'Expected valid YAML, got a key that its mapping has already (config.yaml:3:1)',
      }),
    );
  });

  it('refuses an alias bomb', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const items = level === 0 ? 'x' : Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ');
      return `a${level}: &a${level} [${items}]`;
    });
    expect(() => load(levels.join('\n'))).toThrow(
      expect.objectContaining({
        code: 'invalid-yaml',
        message: 'Expected valid YAML, got so many aliases that the values would have no end (config.yaml)',
      }),
    );
  });

  it('keeps the servers in the order of the file, also those whose names are numbers, merged or aliased', () => {
    const yaml = `${minimal}base: &base
  9: {command: s}
  zeta: {command: s}
all: &all
  mid: {command: s}
  10: {command: s}
  "2": {command: s}
  <<: *base
  alpha: {command: s}
mcp_servers: *all
`;
    const names = load(yaml).config.servers.entries.map(({ name }) => name);
    expect(names).toEqual(['mid', '10', '2', '9', 'zeta', 'alpha']);
  });

  it('takes a server by any name, those that an object has of itself too', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const yaml = `${minimal}mcp_servers: {${names.map((name) => `${name}: {command: s}`).join(', ')}}`;
    expect(load(yaml).config.servers.entries.map(({ name }) => name)).toEqual(names);
  });

  it('merges with << as YAML 1.1 does', () => {
    const yaml = `${minimal}base: &base {command: s}\nmcp_servers: {a: {<<: *base, timeout: 3}}\n`;
    expect(load(yaml).config.servers.entries).toMatchObject([{ name: 'a', timeout: 3, transport: { command: 's' } }]);
  });

  it.each([
    [undefined, 'missing-value', 'Expected a "model" section with base_url and default, got none (config.yaml)'],
    ['', 'missing-value', 'Expected a "model" section with base_url and default, got none (config.yaml)'],
    ['- a', 'invalid-value', 'Expected a mapping at the top, got a list (config.yaml)'],
    ['model: gpt', 'invalid-value', 'Expected "model" to be a mapping, got a string (config.yaml)'],
    ['model: {provider: nous}', 'invalid-value', 'Expected "provider" to be custom, got "nous" (model)'],
    ['model: {default: m}', 'missing-value', 'Expected "base_url", got nothing (model)'],
    [
      'model: {base_url: "file:///etc"}',
      'invalid-value',
      'Expected "base_url" to be an http or https address, got the scheme "file" (model)',
    ],
    [
      'model: {base_url: "http://h"}',
      'missing-value',
      'Expected "default" to be the id of a model, got nothing (model)',
    ],
    [
      'model: {base_url: "http://h", default: 4}',
      'invalid-value',
      'Expected "default" to be the id of a model, got 4 (model)',
    ],
    [
      'model: {base_url: "http://h", default: m, api_key: [k]}',
      'invalid-value',
      'Expected "api_key" to be a string of visible ASCII characters, got a list (model)',
    ],
    [
      'model: {base_url: "http://h", default: m, api_key: "s3cr\\net"}',
      'invalid-value',
      'Expected "api_key" to be a string of visible ASCII characters, got other characters (model)',
    ],
    [
      'model: {base_url: "http://h", default: m, context_length: 1.5}',
      'invalid-value',
      'Expected "context_length" to be a whole number of tokens, got 1.5 (model)',
    ],
  ])('refuses %j', (yaml, code, message) => {
    expect(() => load(yaml)).toThrow(expect.objectContaining({ name: 'ConfigError', code, message }));
  });

  it('says why the file cannot be read', () => {
    const path = join(home, 'config.yaml');
    mkdirSync(path);
    expect(() => load(undefined)).toThrow(
      expect.objectContaining({
        code: 'unreadable',
        message: `Cannot read the configuration (it is no plain file) (${path})`,
      }),
    );
  });

  it('refuses a file that no person wrote', () => {
    const path = join(home, 'config.yaml');
    writeFileSync(path, '');
    truncateSync(path, 2 * 1024 * 1024 + 1);
    expect(() => load(undefined)).toThrow(expect.objectContaining({ code: 'unreadable' }));
  });

  it.each([0, -5, 1.5, '"many"', '[1]'])('warns of the result size %s and leaves it open', (written) => {
    const { config, warnings } = load(`${minimal}tool_budget: {mcp_result_size_chars: ${written}}`);
    const came = written === '[1]' ? 'a list' : written;
    expect(config.resultSizeChars).toBeUndefined();
    expect(warnings).toEqual([
      `Expected "mcp_result_size_chars" to be a whole number above 0, got ${came}; the default is used (tool_budget)`,
    ]);
  });

  it('warns of a client name that is none', () => {
    expect(load(`${minimal}mcp: {client_info: {name: 5}}`)).toMatchObject({
      config: { clientName: 'hermes-agent' },
      warnings: ['Expected "name" to be a name, got 5; hermes-agent is used (mcp.client_info)'],
    });
  });
});
