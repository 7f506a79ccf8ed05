import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildClient, built } from './cli/test-support/build.ts';
import { startHttpDocs } from './cli/test-support/http-docs-server.ts';
import { makeHome, type Outcome, type Started, startClient } from './cli/test-support/run-client.ts';
import { callTurn, type ScriptedModel, startModel, type Turn, textTurn } from './cli/test-support/scripted-model.ts';

const server = fileURLToPath(new URL('cli/test-support/docs-server.mjs', import.meta.url));

let folder: string;
let client: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-'));
  client = join(folder, 'hermes.cjs');
  await buildClient(client);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let home: string;
let model: ScriptedModel | undefined;
beforeEach(() => {
  home = mkdtempSync(join(folder, 'home-'));
});
afterEach(() => {
  model?.close();
});

const docs = (...args: string[]) => ({ command: process.execPath, args: [server, ...args] });

async function script(...turns: Turn[]): Promise<ScriptedModel> {
  model = await startModel(...turns);
  return model;
}

function start({ baseUrl }: { baseUrl: string }, config: object, ...args: string[]): Started {
  makeHome(home, {
    model: { provider: 'custom', base_url: baseUrl, default: 'm-1', api_key: 's3cret-key' },
    ...config,
  });
  return startClient(client, ['chat', '-q', 'What is it?', ...args], { HERMES_HOME: home });
}

function chat(to: { baseUrl: string }, config: object, ...args: string[]): Promise<Outcome> {
  return start(to, config, ...args).outcome;
}

/** A process that has ended may stand in the table as a zombie; it does not live. */
function lives(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('hermes chat', () => {
  it('lets the model call a tool through the bridge and prints the final text', async () => {
    const call = { calls: [{ name: 'mcp__docs__lookup', arguments: { query: 'life' } }] };
    const { requests, headers, baseUrl } = await script(callTurn('tool_call', call, 'call_a'), textTurn('It is 42.'));
    const outcome = await chat({ baseUrl }, { mcp_servers: { docs: docs() } });
    expect(outcome).toEqual({ code: 0, stdout: 'It is 42.\n', stderr: '' });
    expect(requests).toHaveLength(2);
    expect(headers[0]).toMatchObject({ authorization: 'Bearer s3cret-key' });
    expect(requests[0]?.model).toBe('m-1');
    expect(requests[0]?.tools?.map((tool) => tool.function.name)).toEqual([
      'read_file',
      'tool_search',
      'tool_describe',
      'tool_call',
    ]);
    const [system, user, assistant, tool, ...rest] = requests[1]?.messages ?? [];
    expect(system?.content).toContain('tool_search');
    expect(user).toEqual({ role: 'user', content: 'What is it?' });
    expect(assistant).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_a', type: 'function', function: { name: 'tool_call', arguments: JSON.stringify(call) } },
      ],
    });
    expect(tool).toEqual({
      role: 'tool',
      name: 'mcp__docs__lookup',
      tool_call_id: 'call_a',
      content: expect.stringMatching(
        /^<untrusted_tool_result source="mcp__docs__lookup">\n.+\n\n\{"result": "The entry for life says: forty-two, and a little more\."\}\n<\/untrusted_tool_result>$/,
      ),
    });
    expect(rest).toEqual([]);
  });

  it('offers the tools themselves when tool search is off, by name, and says who it is', async () => {
    const { requests, baseUrl } = await script(callTurn('mcp__docs__whoami', ''), textTurn('done'));
    const config = {
      mcp_servers: { docs: { ...docs(), tools: ['lookup', 'whoami'] } },
      tools: { tool_search: 'off' },
      mcp: { client_info: { name: 'my-agent' } },
    };
    expect(await chat({ baseUrl }, config, '-m', 'm-2')).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    expect(requests[0]?.model).toBe('m-2');
    expect(requests[0]?.tools?.map((tool) => tool.function.name)).toEqual([
      'mcp__docs__lookup',
      'mcp__docs__whoami',
      'read_file',
    ]);
    expect(requests[0]?.messages[0]?.content).not.toContain('tool_search');
    expect(requests[1]?.messages[3]?.content).toContain(
      JSON.stringify(
        JSON.stringify({ name: 'my-agent', version: built.version, title: built.title, websiteUrl: built.websiteUrl }),
      ),
    );
  });

  it('works with a server over HTTP, with headers from the environment', async () => {
    const http = await startHttpDocs();
    try {
      const call = { calls: [{ name: 'mcp__web__lookup', arguments: {} }] };
      const { requests, baseUrl } = await script(callTurn('tool_call', call), textTurn('done'));
      writeFileSync(join(home, '.env'), 'TOKEN=t0k3n\n');
      const config = { mcp_servers: { web: { url: http.url, headers: { Authorization: 'Bearer ${TOKEN}' } } } };
      expect(await chat({ baseUrl }, config)).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
      expect(requests[1]?.messages[3]?.content).toContain('{"result": "Found it on the third shelf."}');
      expect(http.posts.map(({ method }) => method)).toEqual([
        'initialize',
        'notifications/initialized',
        'tools/list',
        'tools/call',
      ]);
      expect(new Set(http.posts.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer t0k3n']));
      expect(readFileSync(join(home, 'logs', 'agent.log'), 'utf8')).not.toContain('t0k3n');
    } finally {
      http.close();
    }
  });

  it('answers every call of a batch in order, the ones that cannot be made too', async () => {
    const asked = (id: string, name: string, args: string) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    });
    const { requests, baseUrl } = await script(
      {
        message: {
          role: 'assistant',
          content: 'Let me look.',
          reasoning: 'kept',
          tool_calls: [
            asked('a', 'mcp__docs__lookup', '{"query": "one"}'),
            asked('b', 'mcp__docs__lookup', '{"query": '),
            asked('c', 'mcp__docs__nothing', '{}'),
            asked('d', 'mcp__docs__lookup', '[1]'),
            asked('e', 'mcp__docs__broken', '{}'),
            asked('f', 'mcp__docs__lookup', '{"query": "two"}'),
          ],
        },
      },
      textTurn('done'),
    );
    const config = {
      mcp_servers: { docs: { ...docs(), supports_parallel_tool_calls: true } },
      tools: { tool_search: false },
    };
    expect(await chat({ baseUrl }, config)).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    const messages = requests[1]?.messages ?? [];
    expect(messages[2]).toMatchObject({ content: 'Let me look.', reasoning: 'kept' });
    expect(messages.slice(3).map(({ tool_call_id, name }) => `${tool_call_id} ${name}`)).toEqual([
      'a mcp__docs__lookup',
      'b mcp__docs__lookup',
      'c mcp__docs__nothing',
      'd mcp__docs__lookup',
      'e mcp__docs__broken',
      'f mcp__docs__lookup',
    ]);
    const contents = messages.slice(3).map(({ content }) => content ?? '');
    expect(contents[0]).toContain('The entry for one');
    expect(contents[1]).toContain(
      `{"error": "Expected the arguments of 'mcp__docs__lookup' to be a JSON object, got text that is no valid JSON. The tool was not run."}`,
    );
    expect(contents[2]).toContain(
      `{"error": "No tool is named 'mcp__docs__nothing'. Call only tools that you were given."}`,
    );
    expect(contents[3]).toContain('to be a JSON object, got an array.');
    expect(contents[4]).toMatch(/\{"error": "The call failed: .*content/);
    expect(contents[5]).toContain('The entry for two');
  });

  it('connects to its servers at the same time', async () => {
    // Each server answers only once the other one has started.
    const [one, two] = [join(home, 'one'), join(home, 'two')];
    const { requests, baseUrl } = await script(textTurn('done'));
    const config = {
      mcp_servers: { b: docs('--touch', one, '--wait-for', two), a: docs('--touch', two, '--wait-for', one) },
      tools: { tool_search: { enabled: false } },
    };
    expect(await chat({ baseUrl }, config)).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    const names = requests[0]?.tools?.map((tool) => tool.function.name) ?? [];
    expect(names).toContain('mcp__a__lookup');
    expect(names).toContain('mcp__b__lookup');
  });

  it('reports a server that fails on standard error and in the log, and goes on with the rest', async () => {
    const { requests, baseUrl } = await script(textTurn('done'));
    const config = {
      mcp_servers: {
        gone: { command: join(home, 'no-such-program') },
        mute: { command: process.execPath, args: ['-e', ''] },
        nothing: { timeout: 5 },
        docs: docs(),
      },
    };
    const { code, stdout, stderr } = await chat({ baseUrl }, config);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'done\n' });
    const log = readFileSync(join(home, 'logs', 'agent.log'), 'utf8');
    for (const place of [stderr, log]) {
      expect(place).toMatch(/error:? MCP server 'gone' is left out: /);
      expect(place).toMatch(/error:? MCP server 'mute' is left out: /);
      expect(place).toMatch(
        /error:? MCP server 'nothing' is left out: Expected "url" \(HTTP\) or "command" \(stdio\), got neither \(mcp_servers\.nothing\)/,
      );
    }
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
    expect(requests[0]?.tools).toHaveLength(4);
  });

  it('stops calling a server after three errors in a row', async () => {
    const calls = join(home, 'calls');
    const fail = callTurn('mcp__docs__fail', {});
    const { requests, baseUrl } = await script(fail, fail, fail, fail, textTurn('done'));
    const config = { mcp_servers: { docs: docs('--calls', calls) }, tools: { tool_search: false } };
    expect(await chat({ baseUrl }, config)).toMatchObject({ code: 0, stdout: 'done\n' });
    expect(readFileSync(calls, 'utf8')).toBe('fail\nfail\nfail\n');
    const last = requests[4]?.messages.at(-1)?.content ?? '';
    expect(last).toContain(`MCP server 'docs' is reachable but answered 3 calls in a row with an error`);
  });

  it('gives up after the last turn', async () => {
    const { requests, baseUrl } = await script(callTurn('mcp__docs__lookup', { query: 'x' }));
    expect(await chat({ baseUrl }, { mcp_servers: { docs: docs() } }, '--max-turns', '3')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'hermes: error: Expected a final answer within 3 turns, got tool calls in all of them\n',
    });
    expect(requests).toHaveLength(3);
  });

  it('ends with 1 when the model refuses, and keeps the key to itself', async () => {
    const { baseUrl } = await script({ status: 401, body: '{"error": {"message": "bad key s3cret-key"}}' });
    const outcome = await chat({ baseUrl }, { mcp_servers: { docs: docs() } }, '-v');
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain(
      `hermes: error: The model at ${baseUrl}/chat/completions answered HTTP 401: bad key [REDACTED]\n`,
    );
    expect(outcome.stderr).not.toContain('s3cret-key');
    expect(readFileSync(join(home, 'logs', 'agent.log'), 'utf8')).not.toContain('s3cret-key');
  });

  it('reads the prompt from standard input, and variables from .env', async () => {
    const { requests, headers, baseUrl } = await script(textTurn('done'));
    makeHome(home, { model: { base_url: '${BASE}', default: 'm', api_key: '${KEY}' } });
    writeFileSync(join(home, '.env'), `BASE=${baseUrl}\nKEY=from-file\n`);
    const { outcome } = startClient(
      client,
      ['chat', '--query-file', '-', '-Q', '--oneshot'],
      { HERMES_HOME: home, KEY: 'from-shell' },
      'two\nlines\n',
    );
    expect(await outcome).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    expect(requests[0]?.messages[1]).toEqual({ role: 'user', content: 'two\nlines' });
    expect(requests[0]).not.toHaveProperty('tools');
    expect(headers[0]).toMatchObject({ authorization: 'Bearer from-file' });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('closes its servers and leaves when %s comes while the model thinks', async (signal, code) => {
    const pid = join(home, 'pid');
    const { arrived, baseUrl } = await script('silence');
    const { child, outcome } = start({ baseUrl }, { mcp_servers: { docs: docs('--touch', pid) } });
    await arrived(0);
    child.kill(signal);
    expect(await outcome).toEqual({ code, stdout: '', stderr: 'hermes: error: The talk was interrupted\n' });
    expect(lives(Number(readFileSync(pid, 'utf8')))).toBe(false);
  });

  it('leaves when SIGINT comes while a tool hangs', async () => {
    const calls = join(home, 'calls');
    const { baseUrl } = await script(callTurn('mcp__docs__hang', {}));
    const config = { mcp_servers: { docs: docs('--calls', calls) }, tools: { tool_search: false } };
    const { child, outcome } = start({ baseUrl }, config);
    while (!existsSync(calls)) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill('SIGINT');
    expect(await outcome).toMatchObject({ code: 130, stdout: '' });
  });

  it('leaves nothing behind when SIGINT comes while a server still connects', async () => {
    const pid = join(home, 'pid');
    const { baseUrl } = await script(textTurn('never'));
    const config = { mcp_servers: { docs: docs('--touch', pid, '--wait-for', join(home, 'never')) } };
    const { child, outcome } = start({ baseUrl }, config);
    while (!existsSync(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill('SIGINT');
    expect(await outcome).toEqual({ code: 130, stdout: '', stderr: 'hermes: error: The talk was interrupted\n' });
    expect(lives(Number(readFileSync(pid, 'utf8')))).toBe(false);
  });

  it('leaves when SIGTERM comes while it waits for the prompt', async () => {
    const pipe = join(home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { child } = startClient(client, ['chat', '--query-file', pipe], { HERMES_HOME: home });
    const gone = once(child, 'exit');
    // Opening a pipe for writing ends when somebody reads it.
    const writer = await open(pipe, 'w');
    child.kill('SIGTERM');
    expect(await gone).toEqual([null, 'SIGTERM']);
    await writer.close();
  });

  it('leaves when SIGTERM comes while nobody takes the answer', async () => {
    const { baseUrl } = await script(textTurn('x'.repeat(4 * 1024 * 1024)));
    makeHome(home, { model: { base_url: baseUrl, default: 'm' } });
    const child = spawn(process.execPath, [client, 'chat', '-q', 'hi'], {
      env: { HERMES_HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'readable');
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await gone).toEqual([null, 'SIGTERM']);
  });

  it.runIf(existsSync('/dev/full'))('ends with 1 when its answer cannot be written', async () => {
    const { baseUrl } = await script(textTurn('done'));
    makeHome(home, { model: { base_url: baseUrl, default: 'm' } });
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, [client, 'chat', '-q', 'hi'], {
      env: { HERMES_HOME: home },
      stdio: ['ignore', full.fd, 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(child.stderr ?? Readable.from([])), once(child, 'exit')]);
    expect([code, said]).toEqual([1, 'hermes: error: Cannot write the answer (ENOSPC)\n']);
    await full.close();
  });

  it('refuses invalid YAML with its line and column', async () => {
    writeFileSync(join(home, 'config.yaml'), 'model:\n  default: "m\n');
    const { outcome } = startClient(client, ['chat', '-q', 'hi'], { HERMES_HOME: home });
    const { code, stdout, stderr } = await outcome;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^hermes: error: Expected valid YAML, got .+ \(config\.yaml:3:1\)\n$/);
  });

  it('refuses the home of another Hermes and writes nothing to it', async () => {
    mkdirSync(join(home, 'sessions'));
    writeFileSync(join(home, 'state.db'), '');
    makeHome(home, { model: { base_url: 'http://127.0.0.1:1', default: 'm' } });
    const before = readdirSync(home);
    const { outcome } = startClient(client, ['chat', '-q', 'hi'], { HERMES_HOME: home });
    expect(await outcome).toEqual({
      code: 2,
      stdout: '',
      stderr:
        `hermes: error: Expected HERMES_HOME to be a new folder or one of this client, got ${home}, which another Hermes ` +
        'made (it holds sessions, state.db). Nothing was written. Set HERMES_HOME to a folder of its own.\n',
    });
    expect(readdirSync(home)).toEqual(before);
  });

  it('never loads the protocol engine without a server', async () => {
    // In this build the engine is left out, and no package can be found from its folder: loading it must fail.
    const bare = join(folder, 'bare.cjs');
    await buildClient(bare, ['@modelcontextprotocol/*']);
    const { baseUrl, requests } = await script(textTurn('done'));
    const run = (servers: object) => {
      makeHome(home, { model: { base_url: baseUrl, default: 'm' }, mcp_servers: servers });
      return startClient(bare, ['chat', '-q', 'hi'], { HERMES_HOME: home }).outcome;
    };
    expect(await run({})).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    expect(await run({ docs: { ...docs(), enabled: false } })).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    expect(requests).toHaveLength(2);
    const { stderr } = await run({ docs: docs() });
    expect(stderr).toContain("MCP server 'docs' is left out: Cannot find module '@modelcontextprotocol/client'");
  });
});

describe('hermes', () => {
  const run = (...args: string[]) => startClient(client, args, { HERMES_HOME: join(home, 'unused') }).outcome;

  it('prints its version and nothing else', async () => {
    expect(await run('--version')).toEqual({ code: 0, stdout: `${built.version}\n`, stderr: '' });
    expect(existsSync(join(home, 'unused'))).toBe(false);
  });

  it('prints help', async () => {
    const { code, stdout, stderr } = await run('chat', '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/--[a-z-]+/g)).toEqual([
      '--query',
      '--query-file',
      '--quiet',
      '--oneshot',
      '--model',
      '--max-turns',
      '--verbose',
      '--help',
    ]);
    expect((await run('--help')).stdout).toContain('chat [options]');
  });

  it.each([
    [['chat'], 'hermes: error: Expected a prompt: give it with -q "…" or --query-file PATH (- reads standard input)\n'],
    [['chat', '-q', ' '], 'hermes: error: Expected a prompt with text, got a blank one\n'],
    [['chat', '-q', 'a', '--query-file', 'b'], 'hermes: error: Expected --query or --query-file, got both\n'],
    [['chat', '--query-file', '/no/such/file'], 'hermes: error: Cannot read the prompt from /no/such/file (ENOENT)\n'],
    [
      ['chat', '-q', 'a', '--max-turns', '0'],
      "error: option '--max-turns <n>' argument '0' is invalid. Expected a whole number above 0.\n",
    ],
    [
      ['chat', '-q', 'a', '-m', ' '],
      "error: option '-m, --model <id>' argument ' ' is invalid. Expected the id of a model, got a blank one.\n",
    ],
    [['chat', '-q', 'a', '-Q', '-v'], "error: option '-Q, --quiet' cannot be used with option '-v, --verbose'\n"],
    [['chat', 'a'], "error: too many arguments for 'chat'. Expected 0 arguments but got 1.\n"],
    [['talk'], "error: unknown command 'talk'\n"],
  ])('refuses the usage %j', async (args, stderr) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr });
    expect(existsSync(join(home, 'unused'))).toBe(false);
  });
});
