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
  { stdin, stdout, stderr }: { stdin: Readable; stdout: Writable & { isTTY?: boolean }; stderr: Writable },
): Promise<number> {
  const prompt = await readPrompt(options, stdin);
  const home = resolveHome(process.env, homedir());
  openHome(home);
  const environment = loadEnvironment(home, process.env);
  const log = createNotes(stderr, options.verbosity, openLog(home));
  const config = loadConfig(home, {
    names: processNames(environment),
    warn: (message) => log('warning', message),
    ...(options.model === undefined ? {} : { model: options.model }),
  });
  const interrupt = watchInterrupts();
  const clientInfo = { name: config.clientName, ...buildInfo };
  const { maxTurns } = options;
  try {
    const answer = await talk(prompt, {
      home,
      config,
      environment,
      clientInfo,
      maxTurns,
      log,
      signal: interrupt.signal,
    });
    await write(stdout, `${stdout.isTTY === true ? terminalText(answer) : answer}\n`);
    return interrupt.exitCode() ?? 0;
  } catch (error) {
    const code = interrupt.exitCode();
    if (code === undefined) throw error;
    log('error', errorText(error));
    return code;
  }
}

/** Resolves when the text has left the process; a reader that has gone away is no error of this program. */
function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.write(text, () => resolve());
  });
}
