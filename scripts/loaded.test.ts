import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome } from '../client/cli/test-support/run-client.ts';
import { callTurn, type ScriptedModel, startModel, textTurn } from '../client/cli/test-support/scripted-model.ts';
import { type HttpFixture, startHttpFixture } from '../fixture-server/http.ts';
import { noTap } from '../fixture-server/tap.ts';
import { testPlan } from '../fixture-server/test-support/plan.ts';

// What the built client loads in a run: for each module that is too many, every run would pay.
const dist = resolve(import.meta.dirname, '../dist');
const folder = mkdtempSync(join(tmpdir(), 'loaded-'));
const preload = join(folder, 'preload.cjs');
writeFileSync(
  preload,
  `const { LOADED } = process.env;
  if (LOADED) process.on('exit', () => require('node:fs').writeFileSync(LOADED, process.moduleLoadList.join('\\n')));`,
);

let model: ScriptedModel;
let fixture: HttpFixture;
let work: string;
beforeEach(async () => {
  work = mkdtempSync(join(folder, 'run-'));
  fixture = await startHttpFixture();
});
afterEach(async () => {
  model?.close();
  await fixture.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Node's own modules that the process loaded, and the functions of our program that it ran. */
interface Loaded {
  stdout: string;
  builtIn: string[];
  ran: string[];
}

async function run(file: string, ...args: string[]): Promise<Loaded> {
  const [list, coverage] = [join(work, 'loaded.txt'), join(work, 'coverage')];
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
    env: {
      PATH: process.env['PATH'],
      HERMES_HOME: join(work, 'home'),
      NODE_OPTIONS: `--require ${JSON.stringify(preload)}`,
      LOADED: list,
      NODE_V8_COVERAGE: coverage,
    },
  });
  const scripts = readdirSync(coverage).flatMap(
    (name) => (JSON.parse(readFileSync(join(coverage, name), 'utf8')) as { result: Script[] }).result,
  );
  return {
    stdout,
    builtIn: readFileSync(list, 'utf8').split('\n'),
    ran: scripts
      .filter(({ url }) => url.endsWith('hermes-main.cjs'))
      .flatMap(({ functions }) => functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .map(({ functionName }) => functionName),
  };
}

interface Script {
  url: string;
  functions: { functionName: string; ranges: { count: number }[] }[];
}

/** A talk in which the model calls `tool` of the server, if there is one. */
async function talk(server?: object, tool = 'plain'): Promise<Loaded> {
  const call = callTurn('tool_call', { calls: [{ name: `mcp__docs__${tool}`, arguments: {} }] });
  model = await startModel(...(server === undefined ? [] : [call]), textTurn('done'));
  makeHome(join(work, 'home'), {
    model: { provider: 'custom', base_url: model.baseUrl, default: 'm' },
    ...(server !== undefined && { mcp_servers: { docs: server } }),
  });
  return run(join(dist, 'hermes.cjs'), 'chat', '-q', 'hi');
}

function onStdio(): object {
  writeFileSync(join(work, 'plan.json'), JSON.stringify(testPlan()));
  return { command: process.execPath, args: [join(dist, 'fixture-server.cjs'), '--plan', join(work, 'plan.json')] };
}

function onHttp(httpAnswer: 'json' | 'sse'): object {
  return { url: fixture.add({ key: 'run', plan: testPlan(httpAnswer), server: 'both', tap: noTap }).url };
}

const ofTheBuiltInFetch = (names: string[]): string[] => names.filter((name) => /undici|http2/.test(name));
const ofTheEngine = (names: string[]): string[] => names.filter((name) => /@modelcontextprotocol\//.test(name));
const toldTheModel = (): string | undefined => model.requests.at(-1)?.messages.at(-1)?.content;

describe('the built client', () => {
  it('loads no protocol engine without a server, and loads it with one', async () => {
    const { stdout, ran } = await talk();
    expect(stdout).toBe('done\n');
    expect(ran).toContain('chat');
    expect(ofTheEngine(ran)).toEqual([]);
    model.close();
    expect(ofTheEngine((await talk(onStdio())).ran).length).toBeGreaterThan(1);
  });

  it.each([
    ['on stdio', onStdio],
    ['over HTTP with answers as JSON', () => onHttp('json')],
    ['over HTTP with answers as streams', () => onHttp('sse')],
  ])('talks %s without the built-in fetch', async (_how, server) => {
    const { stdout, builtIn } = await talk(server());
    expect(stdout).toBe('done\n');
    expect(toldTheModel()).toContain('plain text');
    expect(builtIn).toContain('NativeModule http');
    expect(ofTheBuiltInFetch(builtIn)).toEqual([]);
  });

  it('loads Ajv for a tool with an outputSchema, and for no other', async () => {
    const isAjv = (name: string): boolean => name.includes('ajvProvider');
    expect((await talk(onStdio())).ran.some(isAjv)).toBe(false);
    model.close();
    expect((await talk(onStdio(), 'everything')).ran.some(isAjv)).toBe(true);
    expect(toldTheModel()).toContain('all of it');
  });
});

it('sees the built-in fetch where it is', async () => {
  writeFileSync(join(work, 'fetches.cjs'), 'new Headers();');
  expect(ofTheBuiltInFetch((await run(join(work, 'fetches.cjs'))).builtIn)).not.toEqual([]);
});
