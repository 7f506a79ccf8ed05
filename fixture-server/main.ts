import { parseArgs } from 'node:util';
import { FixtureError } from './error.ts';
import { readPlan, readServerMode } from './plan.ts';
import { serveStdio } from './stdio.ts';
import { fileTap, noTap } from './tap.ts';

const USAGE = 'Usage: fixture-server --plan FILE [--server both|handshake|stateless] [--tap FILE]';

/** The stdio fixture as a program. Exits with 0 when the client closed its end, 1 when it broke off, 2 for a wrong start. */
async function main(): Promise<void> {
  try {
    const { plan, server, tap } = readArguments(process.argv.slice(2));
    await serveStdio({
      plan: await readPlan(plan),
      server: readServerMode(server),
      tap: tap === undefined ? noTap : fileTap(tap),
      input: process.stdin,
      output: process.stdout,
      beside: plan,
    });
  } catch (error) {
    const wrongStart = error instanceof FixtureError && (error.code === 'usage' || error.code === 'invalid-plan');
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(wrongStart ? `${message}\n${USAGE}\n` : `${message}\n`);
    process.exitCode = wrongStart ? 2 : 1;
  }
}

function readArguments(args: string[]): { plan: string; server: string; tap: string | undefined } {
  const { plan, server, tap } = parsed(args);
  if (plan === undefined) throw new FixtureError('usage', 'Expected --plan with the file of a serving plan, got none');
  return { plan, server, tap };
}

function parsed(args: string[]) {
  try {
    const options = {
      plan: { type: 'string' },
      server: { type: 'string', default: 'both' },
      tap: { type: 'string' },
    } as const;
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    throw new FixtureError('usage', `Expected the options below: ${(cause as Error).message}`, { cause });
  }
}

void main();
