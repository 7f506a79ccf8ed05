// Writes the code cache of the client beside its bundle, where its launcher looks for it. The cache is made in a process
// that runs one whole talk, with a model and a server, so that what a talk compiles lazily is in it too.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

const self = fileURLToPath(import.meta.url);
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const program = join(dist, 'hermes-main.cjs');
const source = readFileSync(program, 'latin1');

const [, , verb, file] = process.argv;
if (verb === 'record') record(file);
else await makeCache();

/** Runs the program as its launcher does, and writes the cache when it ends. */
function record(target) {
  const script = new Script(Module.wrap(source), { filename: program });
  process.on('exit', () => {
    // Whole or not there: another build, or a client, may be reading it.
    const beside = `${target}.${process.pid}.part`;
    const cache = script.createCachedData();
    writeFileSync(beside, Buffer.concat([sha256(cache).digest(), cache]));
    renameSync(beside, target);
  });
  process.argv = [process.execPath, program, 'chat', '--oneshot', '-q', 'hello'];
  script.runInThisContext()({}, createRequire(program), {}, program, dist);
}

async function makeCache() {
  const digest = sha256(Buffer.from(source, 'latin1')).digest('hex').slice(0, 32);
  const name = `${digest}-${process.version}-${process.arch}.bin`;
  const target = join(dist, 'cache', name);
  if (isAccepted(target)) return;
  mkdirSync(join(dist, 'cache'), { recursive: true });
  const home = mkdtempSync(join(tmpdir(), 'code-cache-'));
  const model = await startModel();
  writeHome(home, model.port);
  const child = spawn(process.execPath, [self, 'record', target], {
    env: { PATH: process.env.PATH, HOME: home, HERMES_HOME: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  model.close();
  rmSync(home, { recursive: true });
  if (code !== 0 || model.left() !== 0)
    throw new Error(`Expected the talk to end well, got exit code ${code} with ${model.left()} turns to go`);
  if (!isAccepted(target)) throw new Error('Expected V8 to accept the code cache that it has just made');
  // Those of other programs and other versions of Node.
  for (const other of readdirSync(join(dist, 'cache')))
    if (other !== name && !other.endsWith('.part')) rmSync(join(dist, 'cache', other), { force: true });
}

function isAccepted(target) {
  if (!existsSync(target)) return false;
  const bytes = readFileSync(target);
  const cachedData = bytes.subarray(32);
  // The launcher passes over a broken one, and V8 would crash on it.
  if (!sha256(cachedData).digest().equals(bytes.subarray(0, 32))) return false;
  return !new Script(Module.wrap(source), { cachedData }).cachedDataRejected;
}

function sha256(bytes) {
  return createHash('sha256').update(bytes);
}

/** A model that goes through the search bridge once. */
async function startModel() {
  const call = (name, args) => ({
    tool_calls: [{ id: name, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  });
  const tool = 'mcp__example__look';
  const answers = [
    call('tool_search', { queries: ['look'] }),
    call('tool_describe', { names: [tool] }),
    call('tool_call', { calls: [{ name: tool, arguments: {} }] }),
    { content: 'done' },
  ];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const message = { role: 'assistant', content: null, ...answers.shift() };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: server.address().port, left: () => answers.length, close: () => server.close() };
}

/** A home with the model and a server of one tool. JSON is YAML. */
function writeHome(home, port) {
  const text = 'A text that is long enough to be marked as untrusted.';
  const definition = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' } };
  const answer = { result: { content: [{ type: 'text', text }], structuredContent: { seen: true } } };
  const plan = {
    name: 'example',
    serverInfo: { name: 'example', title: 'Example', version: '1' },
    pages: [[{ definition, answer }]],
    httpAnswer: 'json',
  };
  const config = {
    model: { provider: 'custom', base_url: `http://127.0.0.1:${port}/v1`, api_key: 'none', default: 'none' },
    mcp_servers: {
      example: {
        command: process.execPath,
        args: [join(dist, 'fixture-server.cjs'), '--plan', join(home, 'plan.json')],
      },
    },
  };
  writeFileSync(join(home, 'plan.json'), JSON.stringify(plan));
  writeFileSync(join(home, 'config.yaml'), JSON.stringify(config));
}
