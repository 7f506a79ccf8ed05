import { AgentError } from '../agent/error.ts';
import { ConfigError } from '../config/error.ts';
import { HomeError } from '../home/error.ts';
import { CliError } from './error.ts';

/**
 * The exit code for an error: 2 for usage and an invalid configuration or home, 1 for a talk that failed or
 * whose answer could not be written. (0 is a talk that ended well; 130 and 143 are given by the signal that interrupted it.)
 */
export function exitCodeOf(error: unknown): 1 | 2 {
  if (error instanceof ConfigError || error instanceof HomeError) return 2;
  return error instanceof CliError && error.code === 'usage' ? 2 : 1;
}

/** An error as one sentence for people. What is not an error of this client's own is a defect, and says so. */
export function errorText(error: unknown): string {
  const own = exitCodeOf(error) === 2 || error instanceof AgentError || error instanceof CliError;
  const message = error instanceof Error ? error.message : String(error);
  return own ? message : `Unexpected failure: ${message}`;
}
