import { describe, expect, it } from 'vitest';
import { createEntrySource } from './entry-source.ts';
import { isMapping } from './mapping.ts';
import { resolveAll } from './servers.ts';
import { parseYaml } from './yaml.ts';

function parse(yaml: string, environment: Record<string, string> = {}) {
  const { value: config } = parseYaml(yaml, 'config.yaml');
  if (!isMapping(config)) throw new Error('the test needs a mapping');
  const warnings: string[] = [];
  const names = { environment, userHome: '/home/ada', workspaceFolder: '/projects/site' };
  const source = createEntrySource({ config, order: [], names }, (message) => warnings.push(message));
  const { entries, refused } = resolveAll(source);
  return { entries, refused: refused.map(({ name, error }) => `${name}: ${error.message}`), warnings };
}

/** Parses one server named `docs` from the lines of its entry. */
function parseDocs(...lines: string[]) {
  return parse(['mcp_servers:', '  docs:', ...lines.map((line) => `    ${line}`)].join('\n'));
}

describe('resolveAll', () => {
  it('reads every key of a stdio server', () => {
    const { entries, warnings } = parseDocs(
      'command: ~/bin/docs',
      'args: [--port, 80, true]',
      'env: {TOKEN: t0, PORT: 80, DEBUG: true}',
      'cwd: ~/docs',
      'protocol: legacy',
      'timeout: 2.5',
      'connect_timeout: "7"',
      'supports_parallel_tool_calls: yes',
      'tools: {include: [a, "b*"], exclude: [c]}',
      'sampling: {enabled: false, expose_client_tools: on}',
      'elicitation: {enabled: "off"}',
    );
    expect(warnings).toEqual([]);
    expect(entries).toEqual([
      {
        name: 'docs',
        transport: {
          kind: 'stdio',
          command: '/home/ada/bin/docs',
          args: ['--port', '80', 'True'],
          env: { TOKEN: 't0', PORT: '80', DEBUG: 'true' },
          cwd: '/home/ada/docs',
        },
        protocol: 'legacy',
        timeout: 2.5,
        connectTimeout: 7,
        supportsParallelToolCalls: true,
        tools: { include: ['a', 'b*'], exclude: ['c'] },
        sampling: { enabled: false, exposeClientTools: true },
        elicitation: { enabled: false },
      },
    ]);
  });

  it('never shows what stands behind the = or the : of a key', () => {
    expect(parseDocs('command: a', 'env: {TOKEN:s3cret}').refused).toEqual([
      'docs: Expected "env.TOKEN" to be a string, number or boolean, got null (mcp_servers.docs)',
    ]);
    const { warnings } = parseDocs('command: a', 'TOKEN=s3cret: " x"', 'tools: {TOKEN=s3cret: 1}');
    expect(warnings).toEqual([
      'Unknown keys TOKEN, tools.TOKEN, ignored (mcp_servers.docs)',
      'The value begins or ends with white space, which is kept (mcp_servers.docs.TOKEN)',
    ]);
  });

  it('keeps the valid servers beside invalid ones, in the order of the file', () => {
    const { entries, refused } = parse(
      'mcp_servers: {z: {command: z}, bad: just text, m: {command: b}, a: {url: "http://a"}}',
    );
    expect(entries.map(({ name }) => name)).toEqual(['z', 'm', 'a']);
    expect(refused).toEqual(['bad: Expected a mapping, got a string (mcp_servers.bad)']);
  });

  it.each([
    ['auto', 'auto'],
    ['" Stateless "', 'stateless'],
    ['modern', 'stateless'],
    ['2026-07-28', 'stateless'],
    ['LEGACY', 'legacy'],
    ['handshake', 'legacy'],
  ])('reads the protocol %s as %s', (written, protocol) => {
    const { entries, warnings } = parseDocs('command: a', `protocol: ${written}`);
    expect(entries[0]?.protocol).toBe(protocol);
    expect(warnings.filter((warning) => warning.includes('"protocol"'))).toEqual([]);
  });

  it.each([
    ['new', '"new"'],
    ['null', 'null'],
    ['2025', '2025'],
  ])('warns of the protocol %s and uses auto', (written, came) => {
    const { entries, warnings } = parseDocs('command: a', `protocol: ${written}`);
    expect(entries[0]?.protocol).toBe('auto');
    expect(warnings).toEqual([
      `Expected "protocol" to be auto, legacy or stateless, got ${came}; auto is used (mcp_servers.docs)`,
    ]);
  });

  it.each([
    ['timeout: soon', 'got "soon"; 300 is used (mcp_servers.docs.timeout)'],
    ['timeout: 0', 'got 0; 300 is used (mcp_servers.docs.timeout)'],
    ['timeout: .inf', 'got Infinity; 300 is used (mcp_servers.docs.timeout)'],
    ['connect_timeout: -1', 'got -1; 60 is used (mcp_servers.docs.connect_timeout)'],
    ['connect_timeout: [1]', 'got a list; 60 is used (mcp_servers.docs.connect_timeout)'],
  ])('warns of %s and uses the default', (line, ending) => {
    const { entries, warnings } = parseDocs('command: a', line);
    expect(entries[0]).toMatchObject({ timeout: 300, connectTimeout: 60 });
    expect(warnings).toEqual([`Expected a number of seconds above 0 and up to 2147483, ${ending}`]);
  });

  it('takes the tool-call time-out of all servers where an entry has none', () => {
    const { entries } = parse(
      'timeouts: {mcp: {tool_call: 20}}\nmcp_servers: {a: {command: a}, b: {command: b, timeout: 5}}',
    );
    expect(entries.map(({ timeout }) => timeout)).toEqual([20, 5]);
  });

  it('takes a bare switch for a feature as its "enabled"', () => {
    const { entries, warnings } = parseDocs('command: a', 'sampling: false', 'elicitation: off');
    expect(entries[0]).toMatchObject({
      sampling: { enabled: false, exposeClientTools: false },
      elicitation: { enabled: false },
    });
    expect(warnings).toEqual([]);
  });

  it('accepts keys that it does not act on and warns once of all that nobody knows', () => {
    const { warnings } = parseDocs(
      'command: a',
      'lazy: true',
      'tool_costs: {anything: 1}',
      'oauth: {anything: goes}',
      'lifecycle: {idle_timeout_seconds: 5}',
      'tools: {resources: false, prompts: false, includes: [x]}',
      'sampling: {model: m, max_rpm: 3, burst: 1}',
      'comand: b',
    );
    expect(warnings).toEqual(['Unknown keys tools.includes, sampling.burst, comand, ignored (mcp_servers.docs)']);
    expect(parseDocs('command: a', 'toolz: {}').warnings).toEqual(['Unknown key toolz, ignored (mcp_servers.docs)']);
  });

  it('warns of hidden white space without showing the value', () => {
    const { entries, warnings } = parseDocs(
      'url: "http://h "',
      'headers: {Authorization: "Bearer s3cret "}',
      'tools: [" a"]',
    );
    expect(warnings).toEqual([
      'The value begins or ends with white space, which is kept (mcp_servers.docs.url)',
      'The value begins or ends with white space, which is kept (mcp_servers.docs.headers.Authorization)',
      'The value begins or ends with white space, which is kept (mcp_servers.docs.tools[0])',
    ]);
    expect(entries[0]?.transport).toMatchObject({ headers: { Authorization: 'Bearer s3cret ' } });
  });

  it('replaces placeholders in values before it reads them', () => {
    const { entries } = parse(
      'mcp_servers:\n  docs: {command: "${BIN}", args: ["${userHome}", "${NONE}"], env: {T: "${env:TOKEN}"}, enabled: "${ON}"}',
      { BIN: 'docs-bin', TOKEN: 't0', ON: 'yes' },
    );
    expect(entries[0]?.transport).toEqual({
      kind: 'stdio',
      command: 'docs-bin',
      args: ['/home/ada', '${NONE}'],
      env: { T: 't0' },
      secrets: ['docs-bin', 't0', 'yes'],
    });
  });

  it('takes what every server may see for no secret', () => {
    const { entries } = parse('mcp_servers: {docs: {url: "http://h/${KEY}", tools: ["${HOME}"]}}', {
      KEY: 'k',
      HOME: '/home/ada',
    });
    expect(entries[0]?.transport).toMatchObject({ secrets: ['k'] });
  });

  it('does not look at a disabled entry any further', () => {
    expect(parseDocs('enabled: no', 'nonsense: 1', 'url: 5')).toEqual({ entries: [], refused: [], warnings: [] });
  });

  it('turns servers off by the switches around them', () => {
    const servers = 'mcp_servers: {s: {command: s}, h: {url: "http://h"}}';
    const enabled = (head: string, environment: Record<string, string> = {}) =>
      parse(`${head}\n${servers}`, environment).entries.map(({ name }) => name);
    expect(enabled('')).toEqual(['s', 'h']);
    expect(enabled('mcp: {client: off}')).toEqual([]);
    expect(enabled('mcp: {stdio_servers: off}')).toEqual(['h']);
    expect(enabled('', { HERMES_SAFE_MODE: '1' })).toEqual([]);
    expect(enabled('', { HERMES_SAFE_MODE: 'please' })).toEqual([]);
    expect(enabled('', { HERMES_SAFE_MODE: '0' })).toEqual(['s', 'h']);
    expect(enabled('', { HERMES_SAFE_MODE: '' })).toEqual(['s', 'h']);
  });

  it('uses no server when mcp_servers is no mapping', () => {
    expect(parse('mcp_servers: [a]')).toEqual({
      entries: [],
      refused: [],
      warnings: ['Expected "mcp_servers" to be a mapping, got a list; no server is used (config.yaml)'],
    });
    expect(parse('mcp_servers: null')).toEqual({ entries: [], refused: [], warnings: [] });
  });
});
