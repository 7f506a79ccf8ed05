#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from 'commander';
import { FixtureError } from '../fixture-server/error.ts';
import { HarnessError } from '../harness/error.ts';
import { CommandError } from './error.ts';
import { printable } from './printable.ts';
import { harmless } from './report/harmless.ts';

/** The bin `mcp-client-probe`: one verb a command. Each verb is loaded when it is asked for. */
declare const __VERSION__: string;

const program = new Command('mcp-client-probe')
  .description(
    'Runs real MCP clients under a mocked model and shows which fields of a server’s results reach the model.',
  )
  .version(__VERSION__)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .addHelpText(
    'after',
    '\nExit codes: 0 fine, 1 the answer is no, 2 usage or invalid input, 3 something was inconclusive, 130 interrupted.',
  );

const { GITHUB_ACTIONS } = process.env;
const shown = (text: string): string => (GITHUB_ACTIONS ? harmless(printable(text)) : printable(text));
const streams = {
  stdout: (text: string): void => void process.stdout.write(shown(text)),
  stderr: (text: string): void => void process.stderr.write(shown(text)),
};
const say = (line: string): void => streams.stderr(`${line}\n`);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever read the output has seen enough (`… | head`); the work goes on, and its answer is the exit code.
  if (error.code !== 'EPIPE') report(error);
});
process.stderr.on('error', () => undefined);
// Node's own answer would be 1, which here means that the answer is no.
process.on('uncaughtException', (error) => {
  report(error);
  process.exit();
});

const server = (): Option =>
  new Option('--server <mode>', 'the protocol eras that the fixture offers')
    .choices(['both', 'handshake', 'stateless'])
    .default('both');

program
  .command('probe')
  .description('run a client through the scenarios and keep the evidence')
  .option(
    '--client <id>',
    'the client, by its driver in data/drivers/ (default: ./mcp-client-probe.json, else hermes-ts)',
  )
  .addOption(new Option('--driver <file>', 'a driver file of your own').argParser(path).conflicts('client'))
  .addOption(new Option('--all', 'every client that has a driver').default(false).conflicts(['client', 'driver']))
  .option('--config <name>', 'one config of the client')
  .addOption(new Option('--transport <name>', 'one transport').choices(['stdio', 'http', 'sse']))
  .option('--scenario <pattern>', 'a scenario id, or a pattern with *')
  .addOption(server())
  .option('--jobs <n>', 'runs at once (default: cores + 1)', bounded(1, 1000, 'whole'))
  .option('--timeout <seconds>', 'how long a client may leave its model alone', bounded(0.1, 86_400), 60)
  .option('--out <folder>', 'the folder of runs', path, 'runs')
  .addOption(
    new Option('--isolate <what>', 'what has a client process and a conversation of its own')
      .choices(['scenario', 'session'])
      .default('scenario'),
  )
  .option('--namespace', 'in a network of its own, where only this machine can be reached (Linux)', false)
  .option('--resume', 'go on after an interrupted probe of the same runs', false)
  .addOption(
    new Option('--update-baseline', 'write data/baselines/<client>.json anew from this probe')
      .default(false)
      .conflicts('baseline'),
  )
  .option('--no-baseline', 'hold verdicts against nothing')
  .option('--report <file>', 'write a report as JSON lines; {client} stands for the client', path)
  .option('--junit <file>', 'write a report as JUnit XML; {client} stands for the client', path)
  .action(async (options) => {
    const { all, namespace, updateBaseline, ...rest } = options;
    const baseline = updateBaseline ? 'update' : options.baseline ? 'compare' : 'ignore';
    const cancel = interrupted();
    const inside = namespace
      ? await (await import('./probe/drivers.ts')).goInside(options, {
          say,
          cancel,
        })
      : undefined;
    if (inside !== undefined) return finish(Promise.resolve(inside));
    const probing = all ? (await import('./probe/all.ts')).runProbeOfAll : (await import('./probe/probe.ts')).runProbe;
    await finish(
      probing(
        { ...rest, baseline, timeoutSeconds: options.timeout, cancel },
        {
          stdout: streams.stdout,
          stderr: process.stderr,
          say,
          command: (text) => void process.stdout.write(text),
          width: process.stdout.columns ?? 140,
          env: process.env,
        },
      ),
    );
  });

program
  .command('driver-check')
  .description('hold a driver file against five self-tests and say what is wrong')
  .argument('<file>')
  .option('--timeout <seconds>', 'how long a client may leave its model alone', bounded(0.1, 86_400), 60)
  .action(async (file, options) => {
    const { runDriverCheck } = await import('./driver-check/driver-check.ts');
    await finish(runDriverCheck({ file, timeoutSeconds: options.timeout, cancel: interrupted(), ...streams }));
  });

program
  .command('ingest')
  .description('gather the records below the folder of runs into data/verified/')
  .option('--runs <folder>', 'the folder of runs', path, 'runs')
  .option('--date <day>', 'the day that new evidence gets, YYYY-MM-DD (default: today)')
  .option('--check', 'write nothing, and answer with 1 when an overlay is stale')
  .action(async (options) => {
    const { runIngest } = await import('./ingest/ingest.ts');
    await finish(runIngest({ ...options, ...streams }));
  });

program
  .command('build-cards')
  .description('render cards/ from data/')
  .option('--check', 'write nothing, and answer with 1 when a card is stale')
  .action(async (options) => {
    const { runBuildCards } = await import('./build-cards/build-cards.ts');
    await finish(runBuildCards({ ...options, ...streams }));
  });

program
  .command('rejudge')
  .description('judge all stored evidence again and compare with the stored records')
  .option('--runs <folder>', 'the folder of runs', path, 'runs')
  .option('--write', 'write the records anew where the judge says otherwise today', false)
  .action(async (options) => {
    const { runRejudge } = await import('./rejudge/rejudge.ts');
    await finish(runRejudge({ ...options, ...streams }));
  });

program
  .command('diff')
  .description(
    'say what differs between two sides: <client>@<version>, published/<file>, git:<revision> of this repository, or report:<file> of probe',
  )
  .argument('<a>')
  .argument('<b>')
  .option(
    '--client <id>',
    'the one client of a git:<revision> that is compared (default: the other side’s, or every one)',
  )
  .addOption(new Option('--format <name>', 'how to print it').choices(['table', 'md', 'json']).default('table'))
  .option('--runs <folder>', 'the folder of runs', path, 'runs')
  .action(async (a, b, options) => {
    const { runDiff } = await import('./diff/diff.ts');
    await finish(runDiff({ a, b, ...options, ...streams, width: process.stdout.columns ?? 120 }));
  });

program
  .command('validate')
  .description('hold data/ and the folder of runs against their schemas and rules')
  .option('--runs <folder>', 'the folder of runs', path, 'runs')
  .option('--fix', 'mend what a program can mend in data/, then look again', false)
  .option('--list', 'say which rules there are', false)
  .action(async (options) => {
    const { runValidate } = await import('./validate/validate.ts');
    await finish(runValidate({ ...options, ...streams }));
  });

program
  .command('serve-fixture')
  .description('serve every tool of every scenario to a client that you start yourself')
  .option(
    '--http <port>',
    'Streamable HTTP on this port of 127.0.0.1 (0: a free one) instead of stdio',
    bounded(0, 65_535, 'whole'),
  )
  .option('--sse', 'with --http: HTTP+SSE of 2024-11-05 as well, at /sse', false)
  .addOption(server())
  .option('--tap <file>', 'write every frame to this file', path)
  .action(async (options) => {
    const { runServeFixture } = await import('./serve-fixture/serve-fixture.ts');
    // On stdio the client ends the server, by closing its stdin or by a signal.
    await finish(runServeFixture({ ...options, ...(options.http !== undefined && { cancel: interrupted() }) }));
  });

program
  .command('bench')
  .description('measure what the probe and its client cost, as multiples of the least that a client costs')
  .option('--rounds <n>', 'how often each case is measured', bounded(1, 1000, 'whole'), 5)
  .option('--only <cases>', 'cases to measure, with commas between them', (text) => text.split(','))
  .option('--out <file>', 'the JSON file of the figures', 'runs/_bench/bench.json')
  .option('--assert', 'answer with 1 when a goal is missed by more than 20 %', false)
  .action(async (options) => {
    const { runBench } = await import('./bench/bench.ts');
    await finish(runBench({ ...options, cancel: interrupted() }, streams));
  });

program.parseAsync().catch(report);

function bounded(least: number, most: number, kind: 'whole' | 'any' = 'any'): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value >= least && value <= most && (kind === 'any' || Number.isInteger(value)))
      return value;
    throw new InvalidArgumentError(`Expected a ${kind === 'whole' ? 'whole ' : ''}number from ${least} to ${most}.`);
  };
}

/** An empty path would be the current folder: what a variable of a script that is not set makes of `--out "$RUNS"`. */
function path(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Expected a path, got an empty one.');
}

/** Fires at the first Ctrl-C; the second one ends the process at once. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  return controller.signal;
}

async function finish(code: Promise<number>): Promise<void> {
  const answer = await code;
  // Output that could not be written has answered already.
  process.exitCode ??= answer;
}

function report(error: unknown): void {
  streams.stderr(
    `${isOfUser(error) ? `Error: ${error.message}` : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 2;
}

/** What a user can mend: how we were called, what we were given, a machine that refuses something. The rest is our fault. */
function isOfUser(error: unknown): error is Error {
  if (error instanceof HarnessError || error instanceof CommandError || error instanceof FixtureError) return true;
  return error instanceof Error && 'syscall' in error;
}
