import { join } from 'node:path';
import { noTap } from '../../fixture-server/tap.ts';
import type { Stage } from '../../harness/launch/launch.ts';
import type { JsonObject, ServedTool, ServingPlan } from '../../scenarios/types.ts';
import type { Case, Figure } from './figure.ts';
import { measureProgram } from './programs.ts';
import { measureFirstRequest, measureTalk, withoutServers } from './runs.ts';

const SERVERS = 50;
const TOOLS_EACH = 100;
/** What a server over HTTP takes to answer `initialize`, in milliseconds. */
const SLOW_MS = 2000;

/** What many servers cost: over HTTP in one process that is slow to answer, on stdio against the servers alone. */
export function manyServers(stage: Stage, folder: string): Case[] {
  const bare = join(stage.root, 'scripts', 'bench', 'bare-server.cjs');
  const parent = join(stage.root, 'scripts', 'bench', 'bare-children.cjs');
  const { root: cwd, cancel, workspace } = stage;
  const stdio = Object.fromEntries(names(SERVERS).map((name) => [name, { command: process.execPath, args: [bare] }]));
  return [
    { name: 'http-1', title: '1 slow HTTP server', measure: () => overHttp(stage, 1, SLOW_MS) },
    { name: 'http-50', title: '50 slow HTTP servers', measure: () => overHttp(stage, SERVERS, SLOW_MS) },
    {
      name: 'node-50',
      title: '50 bare Node children',
      measure: () => measureProgram([parent, bare, String(SERVERS)], { cwd, folder, cancel, guard: workspace.guard }),
    },
    { name: 'stdio-50', title: '50 stdio servers', measure: () => measureTalk(withServers(stage, stdio)) },
  ];
}

/**
 * The client until it asks its model for the first time, with so many HTTP servers of 100 tools in this process, each of
 * which takes `slow` milliseconds to answer `initialize`.
 */
export async function overHttp(stage: Stage, count: number, slow: number): Promise<Figure> {
  const added = names(count).map((name) => {
    const plan = planOf(name, slow);
    return { name, ...stage.fixture.add({ key: `many/${name}`, plan, server: 'handshake', tap: noTap }) };
  });
  try {
    return await measureFirstRequest(
      withServers(stage, Object.fromEntries(added.map(({ name, url }) => [name, { url }]))),
    );
  } finally {
    for (const server of added) server.remove();
  }
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `server-${index}-of-${count}`);
}

/**
 * The stage with these servers in the client's configuration, tools behind a search, and a model that wants none. A client
 * that asks its model without having found all servers has not done its work.
 */
function withServers(stage: Stage, servers: Record<string, JsonObject>): Stage {
  const { driver, model } = stage;
  const entries = Object.entries(servers).map(([name, entry]) => `  ${name}: ${JSON.stringify(entry)}`);
  const files = driver.files.map((file) => ({
    ...file,
    template: [...withoutServers(file.template), 'mcp_servers:', ...entries],
  }));
  const configs = { default: { ...driver.configs['default'], toolSearch: 'on' } };
  return {
    ...stage,
    driver: { ...driver, files, configs },
    model: {
      ...model,
      add(run) {
        const added = model.add({
          ...run,
          tap(line) {
            const missing = Object.keys(servers).filter((name) => !line.includes(name));
            if (missing.length > 0) throw new Error(`the model was shown nothing of ${missing.join(', ')}`);
            run.tap(line);
          },
        });
        return { ...added, begin: () => added.begin([]) };
      },
    },
  };
}

function planOf(name: string, slow: number): ServingPlan {
  return {
    serverInfo: { name, title: name, version: '1' },
    name,
    pages: [Array.from({ length: TOOLS_EACH }, (_, number) => toolOf(name, number))],
    httpAnswer: 'json',
    behaviour: { rules: [{ on: { method: 'initialize' }, do: [{ wait: slow }, { answer: {} }] }] },
  };
}

/** A tool of ordinary size: 800 bytes. */
function toolOf(server: string, number: number): ServedTool {
  const parameters = ['owner', 'repository', 'path', 'cursor', 'limit'].map((parameter) => [
    parameter,
    { type: 'string', description: `The ${parameter} of what is wanted, as the manual of ${server} has it.` },
  ]);
  return {
    definition: {
      name: `tool_${number}`,
      description: `Does thing number ${number} of ${server}: finds, reads and lists the items of a repository, page by page.`,
      inputSchema: { type: 'object', properties: Object.fromEntries(parameters) as JsonObject, required: ['path'] },
      annotations: { readOnlyHint: number % 2 === 0 },
    },
    answer: { result: { content: [{ type: 'text', text: 'done' }] } },
  };
}
