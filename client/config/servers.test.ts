import { describe, expect, it } from 'vitest';
import { isMapping } from './mapping.ts';
import { parseServers } from './servers.ts';
import { parseYaml } from './yaml.ts';

function parse(yaml: string, environment: Record<string, string> = {}) {
  const { value: file } = parseYaml(yaml, 'config.yaml');
  if (!isMapping(file)) throw new Error('the test needs a mapping');
  const warnings: string[] = [];
  const names = { environment, userHome: '/home/ada', workspaceFolder: '/projects/site' };
  const { entries, refused } = parseServers(file, names, (message) => warnings.push(message));
  return { entries, refused: refused.map(({ name, error }) => `${name}: ${error.message}`), warnings };
}

/** Parses one server named `docs` from the lines of its entry. */
function parseDocs(...lines: string[]) {
  return parse(['mcp_servers:', '  docs:', ...lines.map((line) => `    ${line}`)].join('\n'));
}

describe('parseServers', () => {
  it('fills in every default of a stdio server', () => {
    expect(parseDocs('command: docs-server')).toEqual({
      entries: [
        {
          name: 'docs',
          transport: { kind: 'stdio', command: 'docs-server', args: [], env: {} },
          protocol: 'auto',
          timeout: 300,
          connectTimeout: 60,
          supportsParallelToolCalls: false,
          tools: { exclude: [] },
          sampling: { enabled: true, exposeClientTools: false },
          elicitation: { enabled: true },
        },
      ],
      refused: [],
      warnings: [],
    });
  });

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

  it('takes HTTP when an entry has url and command, and says so', () => {
    const { entries, warnings } = parseDocs('url: https://docs.example', 'command: docs', 'headers: {X-Id: 1}');
    expect(entries[0]?.transport).toEqual({ kind: 'http', url: 'https://docs.example', headers: { 'X-Id': '1' } });
    expect(warnings).toEqual(['Expected "url" or "command", got both; "url" is used (mcp_servers.docs)']);
  });

  it.each([
    [['timeout: 5'], 'Expected "url" (HTTP) or "command" (stdio), got neither (mcp_servers.docs)'],
    [['url: null'], 'Expected "url" (HTTP) or "command" (stdio), got neither (mcp_servers.docs)'],
    [['url: 5'], 'Expected "url" to be an http or https address, got a number (mcp_servers.docs)'],
    [['url: ""'], 'Expected "url" to be an http or https address, got an empty string (mcp_servers.docs)'],
    [['command: 5'], 'Expected "command" to be a program\'s name or path, got 5 (mcp_servers.docs)'],
    [['command: "  "'], 'Expected "command" to be a program\'s name or path, got "  " (mcp_servers.docs)'],
    [['command: a', 'cwd: [b]'], 'Expected "cwd" to be a path, got a list (mcp_servers.docs)'],
    [['command: a', 'env: [b]'], 'Expected "env" to be a mapping, got a list (mcp_servers.docs)'],
    [
      ['command: a', 'env: {T: null}'],
      'Expected "env.T" to be a string, number or boolean, got null (mcp_servers.docs)',
    ],
    [
      ['command: a', 'args: "\'"'],
      'Expected the string "args" to close every quote and to not end with a backslash (mcp_servers.docs)',
    ],
    [['url: http://h', 'headers: secret'], 'Expected "headers" to be a mapping, got a string (mcp_servers.docs)'],
    [
      ['url: http://h', 'headers: {A: [secret]}'],
      'Expected "headers.A" to be a string, number or boolean, got a list (mcp_servers.docs)',
    ],
    [
      ['url: http://h', 'transport: " SSE "'],
      'Expected "transport" to be http or stdio, got sse, which this client does not have yet; nothing else is used in its place (mcp_servers.docs)',
    ],
    [
      ['command: a', 'transport: sse'],
      'Expected "transport" to be http or stdio, got sse, which this client does not have yet; nothing else is used in its place (mcp_servers.docs)',
    ],
    [['command: "a\\0b"'], 'Expected "command" to hold no NUL character, got one (mcp_servers.docs)'],
    [
      ['command: a', 'args: [x, "s3cret\\0"]'],
      'Expected "args[1]" to hold no NUL character, got one (mcp_servers.docs)',
    ],
    [['command: a', 'cwd: "/a\\0"'], 'Expected "cwd" to hold no NUL character, got one (mcp_servers.docs)'],
    [['command: a', 'env: {T: "s3cret\\0"}'], 'Expected "env.T" to hold no NUL character, got one (mcp_servers.docs)'],
    [['command: a', 'env: {"T\\0": s3cret}'], 'Expected "env" to hold no NUL character, got one (mcp_servers.docs)'],
    [
      ['command: a', 'env: {"T=s3cret": x}'],
      'Expected the names in "env" to have characters, and none of them to be =, got "T" (mcp_servers.docs)',
    ],
    [
      ['command: a', 'env: {"": s3cret}'],
      'Expected the names in "env" to have characters, and none of them to be =, got "" (mcp_servers.docs)',
    ],
    [
      ['command: a', 'env: {T=s3cret}'],
      'Expected "env.T" to be a string, number or boolean, got null (mcp_servers.docs)',
    ],
    [
      ['url: "s3cret-token://x"'],
      'Expected "url" to be an http or https address, got another scheme (mcp_servers.docs)',
    ],
  ])('refuses the entry %j alone', (lines, message) => {
    expect(parseDocs(...lines)).toMatchObject({ entries: [], refused: [`docs: ${message}`] });
  });

  it.each(['http', 'streamable-http', 'Streamable_HTTP', 'null'])('takes the transport %s with a url', (name) => {
    const { entries, warnings } = parseDocs('url: http://h', `transport: ${name}`);
    expect([entries[0]?.transport.kind, warnings]).toEqual(['http', []]);
  });

  it('warns of a transport that nobody has', () => {
    const { entries, warnings } = parseDocs('url: http://h', 'transport: websocket');
    expect(entries[0]?.transport.kind).toBe('http');
    expect(warnings).toEqual([
      'Expected "transport" to be http or stdio, got "websocket"; it is ignored (mcp_servers.docs)',
    ]);
  });

  it('never shows what stands behind the = of a key', () => {
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

  it.each([
    ['tools: null', { exclude: [] }],
    ['tools: {}', { exclude: [] }],
    ['tools: {include: null, exclude: null}', { exclude: [] }],
    ['tools: "a, b\\nc"', { include: ['a', 'b', 'c'], exclude: [] }],
    ['tools: [a, 7]', { include: ['a', '7'], exclude: [] }],
    ['tools: {include: []}', { include: [], exclude: [] }],
    ['tools: {include: a b}', { include: ['a b'], exclude: [] }],
    ['tools: {exclude: "x*"}', { exclude: ['x*'] }],
    ['tools: {include: [a], exclude: [a]}', { include: ['a'], exclude: ['a'] }],
  ])('reads the filter %s', (line, tools) => {
    const { entries, warnings } = parseDocs('command: a', line);
    expect(entries[0]?.tools).toEqual(tools);
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      'tools: 5',
      { exclude: [] },
      'Expected "tools" to be a mapping, a list or a string, got a number; it is ignored (mcp_servers.docs)',
    ],
    [
      'tools: {include: {a: 1}}',
      { exclude: [] },
      'Expected "tools.include" to be a string or a list of strings, got a mapping; it is ignored (mcp_servers.docs)',
    ],
    [
      'tools: {exclude: [a, [b]]}',
      { exclude: ['a'] },
      'Expected "tools.exclude[1]" to be a string, got a list; it is ignored (mcp_servers.docs)',
    ],
  ])('warns of the filter %s', (line, tools, warning) => {
    const { entries, warnings } = parseDocs('command: a', line);
    expect(entries[0]?.tools).toEqual(tools);
    expect(warnings).toEqual([warning]);
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
      'trust: untrusted',
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
    });
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
