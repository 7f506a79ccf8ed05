import { CommanderError } from 'commander';
import { plainLine } from '../home/plain-line.ts';
import { chat } from './chat.ts';
import { errorText, exitCodeOf } from './exit-code.ts';
import { createProgram } from './program.ts';

/**
 * Runs the command line of this process and gives its exit code: 0 fine, 1 the talk failed, 2 usage or an invalid
 * configuration or home, 130 or 143 interrupted. Never throws.
 */
export async function run(argv: readonly string[]): Promise<number> {
  // A reader that goes away (`hermes … | head`) must not turn into a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  let code = 0;
  const program = createProgram({
    async chat(options) {
      code = await chat(options, process);
    },
  });
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    // Commander has printed its message, the help or the version already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`hermes: error: ${plainLine(errorText(error))}\n`);
    return exitCodeOf(error);
  }
}
