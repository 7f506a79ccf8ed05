import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { talk } from '../agent/talk.ts';
import { loadConfig } from '../config/load.ts';
import { processNames } from '../config/substitute.ts';
import { loadEnvironment } from '../home/env-file.ts';
import { openLog } from '../home/log.ts';
import { openHome } from '../home/open.ts';
import { resolveHome } from '../home/resolve.ts';
import { buildInfo } from './build-info.ts';
import { errorText } from './exit-code.ts';
import { watchInterrupts } from './interrupt.ts';
import { createNotes, type Verbosity } from './notes.ts';
import { readPrompt } from './prompt.ts';
import { terminalText } from './terminal-text.ts';
import { write } from './write.ts';

export interface ChatOptions {
  query?: string;
  queryFile?: string;
  /** The model's id; the configuration's when it is missing. */
  model?: string;
  maxTurns: number;
  verbosity: Verbosity;
}

/**
 * `hermes chat`: answers one prompt and gives back the exit code of an interruption, or 0. The answer goes to `stdout`,
 * everything else to `stderr` and the log.
 *
 * @throws CliError, HomeError, ConfigError, AgentError
 */
export async function chat(
  options: ChatOptions,
  streams: { readonly stdin: Readable; stdout: Writable & { isTTY?: boolean }; stderr: Writable },
): Promise<number> {
  // Until the prompt is there, signals end the process by themselves: a read that blocks would hold up every other end.
  const prompt = await readPrompt(options, streams);
  const { stdout, stderr } = streams;
  const interrupt = watchInterrupts();
  const { verbosity, maxTurns, model } = options;
  let log = createNotes(stderr, verbosity, () => undefined);
  try {
    const home = resolveHome(process.env, homedir());
    openHome(home);
    const environment = loadEnvironment(home, process.env);
    log = createNotes(stderr, verbosity, openLog(home));
    const config = loadConfig(home, {
      names: processNames(environment),
      rereadNames: () => processNames(loadEnvironment(home, process.env)),
      warn: (message) => log('warning', message),
      ...(model === undefined ? {} : { model }),
    });
    const clientInfo = { name: config.clientName, ...buildInfo };
    const answer = await talk(prompt, {
      home,
      config,
      environment,
      clientInfo,
      maxTurns,
      log,
      // Nobody else sees it, and a server that is not asked has less to do.
      showProgress: verbosity === 'verbose',
      signal: interrupt.signal,
    });
    interrupt.release();
    await write(stdout, `${stdout.isTTY === true ? terminalText(answer) : answer}\n`);
    return interrupt.exitCode() ?? 0;
  } catch (error) {
    const code = interrupt.exitCode();
    if (code === undefined) throw error;
    log('error', errorText(error));
    return code;
  }
}
