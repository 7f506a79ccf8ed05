import { Command, InvalidArgumentError, Option } from 'commander';
import { buildInfo } from './build-info.ts';
import type { ChatOptions } from './chat.ts';

/**
 * The command line `hermes`. It throws CommanderError in place of ending the process.
 *
 * @param actions what the commands do
 */
export function createProgram(actions: { chat(options: ChatOptions): Promise<void> }): Command {
  const program = new Command('hermes')
    .description('An agent that works with the tools of MCP servers')
    .version(buildInfo.version, '-V, --version', 'print the version and exit')
    .helpOption('-h, --help', 'print this help and exit')
    .helpCommand(false)
    .exitOverride();

  program
    .command('chat')
    .description('answer one prompt and exit')
    .option('-q, --query <prompt>', 'the prompt')
    .option('--query-file <path>', 'read the prompt from a file; - is standard input')
    .addOption(new Option('-Q, --quiet', 'print the answer and errors only').conflicts('verbose'))
    .option('--oneshot', 'answer once and exit, on a terminal too')
    .option('-m, --model <id>', 'the model to ask, in place of model.default', parseModel)
    .option('--max-turns <n>', 'answers of the model before the talk is given up', parseTurns, 500)
    .option('-v, --verbose', 'tell on standard error what happens')
    .action(async (given: Given) => {
      const { quiet = false, verbose = false, ...options } = given;
      await actions.chat({ ...options, verbosity: quiet ? 'quiet' : verbose ? 'verbose' : 'normal' });
    });
  return program;
}

/** The options as commander gives them; `oneshot` needs no action, since every talk is one. */
interface Given extends Omit<ChatOptions, 'verbosity'> {
  oneshot?: boolean;
  quiet?: boolean;
  verbose?: boolean;
}

function parseModel(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('Expected the id of a model, got a blank one.');
  return value.trim();
}

function parseTurns(value: string): number {
  const turns = Number(value);
  if (!/^\d+$/.test(value) || turns < 1 || !Number.isSafeInteger(turns)) {
    throw new InvalidArgumentError('Expected a whole number above 0.');
  }
  return turns;
}
