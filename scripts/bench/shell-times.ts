import { existsSync } from 'node:fs';

// Node says what it used itself and never what its children did; a shell does, with nothing installed.
const SCRIPT = `"$@"; code=$?; times; exit "$code"`;
const SHELL = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';

/**
 * `command` in a shell that ends with its exit code, after it has written on stdout what the command and everybody whom it
 * waited for have used. The resolution is that of the shell's `times`: 1 ms for bash, 10 ms for some other shells.
 */
export function timed(command: readonly string[]): [string, ...string[]] {
  return [SHELL, '-c', SCRIPT, 'timed', ...command];
}

/** The CPU seconds, user and system, that the end of a timed command's stdout tells; throws when it tells none. */
export function readTimes(stdout: string): number {
  // The first line is the shell's own, the last its children's. Some locales have a decimal comma.
  const [, ...parts] = stdout.match(/(\d+)m(\d+)[.,](\d+)s (\d+)m(\d+)[.,](\d+)s\s*$/) ?? [];
  if (parts.length === 0) throw new Error(`Expected the output of "times", got ${JSON.stringify(stdout.slice(-80))}`);
  const [userMinutes, userSeconds, userPart, minutes, seconds, part] = parts;
  return (
    60 * (Number(userMinutes) + Number(minutes)) + Number(`${userSeconds}.${userPart}`) + Number(`${seconds}.${part}`)
  );
}
