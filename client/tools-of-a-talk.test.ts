import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildClient } from './cli/test-support/build.ts';
import { makeHome, type Outcome, type Started, startClient } from './cli/test-support/run-client.ts';
import { callTurn, type ScriptedModel, startModel, type Turn, textTurn } from './cli/test-support/scripted-model.ts';
import type { JsonObject } from './types.ts';

const server = fileURLToPath(new URL('cli/test-support/changing-server.mjs', import.meta.url));

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

const at = (name: string) => join(home, name);

/** The entry of a server that has these tools; where `tools` is left out it has those that it had. */
function entry(name: string, tools?: string[], more: object = {}): Record<string, object> {
  if (tools !== undefined) writeFileSync(at(`${name}.tools`), JSON.stringify(tools));
  const args = [server, '--frames', at(`${name}.frames`), '--tools', at(`${name}.tools`)];
  return { [name]: { command: process.execPath, args, protocol: 'legacy', ...more } };
}

function frames(name: string): JsonObject[] {
  if (!existsSync(at(`${name}.frames`))) return [];
  // What stands behind the last line break is still being written.
  const lines = readFileSync(at(`${name}.frames`), 'utf8')
    .split('\n')
    .slice(0, -1);
  return lines.map((line) => JSON.parse(line) as JsonObject);
}

const methods = (name: string) => frames(name).map(({ method }) => method);

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function start(turns: Turn[], servers: object, ...args: string[]): Promise<Started> {
  model?.close();
  model = await startModel(...turns);
  makeHome(home, {
    model: { provider: 'custom', base_url: model.baseUrl, default: 'm-1', api_key: 's3cret-key' },
    mcp_servers: servers,
    tools: { tool_search: false },
  });
  return startClient(client, ['chat', '-q', 'What is it?', ...args], { HERMES_HOME: home });
}

async function chat(turns: Turn[], servers: object, ...args: string[]): Promise<Outcome> {
  return (await start(turns, servers, ...args)).outcome;
}

/** What the model was offered with its request of this number. */
function offered(request: number): string[] {
  return model?.requests[request]?.tools?.map(({ function: tool }) => tool.name) ?? [];
}

const told = (request: number) => model?.requests[request]?.messages.at(-1)?.content ?? '';
const log = () => readFileSync(join(home, 'logs', 'agent.log'), 'utf8');

describe('the tools of a talk', () => {
  it('change between turns when a server says so: new ones at the end, those that are gone left out', async () => {
    const turns = [
      callTurn('mcp__docs__b', { tools: ['c', 'a'] }),
      callTurn('mcp__docs__b', {}),
      callTurn('mcp__docs__a', {}),
      textTurn('done'),
    ];
    expect(await chat(turns, entry('docs', ['b', 'c']))).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    expect(offered(0)).toEqual(['mcp__docs__b', 'mcp__docs__c', 'read_file']);
    expect(offered(1)).toEqual(['mcp__docs__c', 'read_file', 'mcp__docs__a']);
    expect(told(2)).toContain(`{"error": "No tool is named 'mcp__docs__b'.`);
    expect(told(3)).toContain('It is done');
    // Twenty notifications, and one or two lists beside the first.
    const lists = methods('docs').filter((method) => method === 'tools/list').length;
    expect(lists).toBeGreaterThanOrEqual(2);
    expect(lists).toBeLessThanOrEqual(3);
    expect(log()).toContain(`MCP server 'docs' changed its tools: new "a"; gone "b". Check`);
  });

  it('come from the cache for a lazy server, which its first call starts', async () => {
    await chat([textTurn('done')], entry('docs', ['a', 'b']));
    expect(frames('docs').filter(({ pid }) => pid !== undefined)).toHaveLength(1);
    rmSync(at('docs.frames'));

    const { outcome } = await start([textTurn('done')], entry('docs', undefined, { lazy: true }));
    expect(await outcome).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    expect(offered(0)).toEqual(['mcp__docs__a', 'mcp__docs__b', 'read_file']);
    expect(frames('docs')).toEqual([]);

    // The server has lost a tool since.
    const turns = [callTurn('mcp__docs__a', {}), textTurn('done')];
    expect(await chat(turns, entry('docs', undefined, { lazy: true }))).toMatchObject({ code: 0 });
    expect(methods('docs').filter((method) => method === 'tools/call')).toHaveLength(1);
    expect(told(1)).toContain('It is done');
    expect(offered(1)).toEqual(['mcp__docs__a', 'mcp__docs__b', 'read_file']);
  });

  it('of a lazy server are those that it really has, once it runs', async () => {
    await chat([textTurn('done')], entry('docs', ['a', 'b']));
    const turns = [callTurn('mcp__docs__a', {}), callTurn('mcp__docs__b', {}), textTurn('done')];
    expect(await chat(turns, entry('docs', ['a', 'c'], { lazy: true }))).toMatchObject({ code: 0, stderr: '' });
    expect(offered(0)).toEqual(['mcp__docs__a', 'mcp__docs__b', 'read_file']);
    expect(offered(1)).toEqual(['mcp__docs__a', 'read_file', 'mcp__docs__c']);
    expect(told(2)).toContain(`{"error": "No tool is named 'mcp__docs__b'.`);
    // What it lists now is kept for the next run.
    await chat([textTurn('done')], entry('docs', undefined, { lazy: true }));
    expect(offered(0)).toEqual(['mcp__docs__a', 'mcp__docs__c', 'read_file']);
  });

  it('are asked for as usual where a lazy server is not in the cache', async () => {
    await chat([textTurn('done')], entry('docs', ['a'], { lazy: true }));
    expect(offered(0)).toEqual(['mcp__docs__a', 'read_file']);
    expect(methods('docs')).toContain('tools/list');
  });

  it('run at the same time where both servers allow it', async () => {
    // Each answers only once the other has been called.
    const parallel = { supports_parallel_tool_calls: true };
    const call = (name: string, mark: string, wait: string) => ({
      id: name,
      type: 'function',
      function: { name, arguments: JSON.stringify({ mark: at(mark), wait: at(wait) }) },
    });
    const calls = [call('mcp__one__a', 'one', 'two'), call('mcp__two__a', 'two', 'one')];
    const turns: Turn[] = [{ message: { role: 'assistant', content: null, tool_calls: calls } }, textTurn('done')];
    const servers = { ...entry('one', ['a'], parallel), ...entry('two', ['a'], parallel) };
    expect(await chat(turns, servers)).toMatchObject({ code: 0, stdout: 'done\n' });
    expect(model?.requests[1]?.messages.slice(-2).map(({ tool_call_id }) => tool_call_id)).toEqual([
      'mcp__one__a',
      'mcp__two__a',
    ]);
  });

  it('are given up when the user interrupts, which the server is told', async () => {
    const { child, outcome } = await start([callTurn('mcp__docs__a', { hang: true })], entry('docs', ['a']));
    await until(() => methods('docs').includes('tools/call'));
    child.kill('SIGINT');
    expect(await outcome).toMatchObject({ code: 130 });
    const { id } = frames('docs').find(({ method }) => method === 'tools/call') ?? {};
    const cancelled = frames('docs').find(({ method }) => method === 'notifications/cancelled');
    expect(cancelled?.params).toMatchObject({ requestId: id });
  });

  it('tell people who watch how far they are, and nobody else', async () => {
    const turns = [callTurn('mcp__docs__a', { hang: true }), textTurn('done')];
    const { child, outcome } = await start(turns, entry('docs', ['a']), '-v');
    let stderr = '';
    child.stderr?.on('data', (chunk: string) => {
      stderr += chunk;
    });
    await until(() => stderr.includes('docs: progress of a: 3 of 10: a third is done'));
    child.kill('SIGINT');
    await outcome;
    rmSync(at('docs.frames'));
    const silent = await start(turns, entry('docs', ['a']));
    await until(() => methods('docs').includes('tools/call'));
    silent.child.kill('SIGINT');
    expect((await silent.outcome).stderr).not.toContain('progress');
    expect(JSON.stringify(frames('docs'))).not.toContain('progressToken');
  });
});
