import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { Gated } from './containment.ts';

/** Waits for a line on the descriptor that follows stderr, and then becomes the program; its end means: do not start. */
const script = 'read -r _ <&3 || exit 1; exec 3<&-; unset PWD; exec "$0" "$@"';

/** Names that a shell does not hand on as they are. All others it does, if they are names to it at all. */
const ownNames = /^(?:_|BASH.*|EUID|IFS|LINENO|OLDPWD|OPT(?:ARG|IND)|PPID|PWD|SHELLOPTS|SHLVL|UID)$/;
const names = /^[A-Za-z_]\w*$/;

/**
 * How to start a program so that it only runs once `openGate` is called: a small shell waits and then becomes it, with
 * the same process id, environment, folder and descriptors. Between the start of a process and the start of its watchdog
 * a client may be killed; what waits behind a gate then goes away by itself.
 *
 * @returns undefined where that cannot be done without a change to the environment
 */
export function behindGate(file: string, args: readonly string[], environment: object): Gated | undefined {
  const fits = Object.keys(environment).every((name) => names.test(name) && !ownNames.test(name));
  if (!fits || !file.includes('/') || file.startsWith('-')) return undefined;
  return { file: '/bin/sh', args: ['-c', script, file, ...args] };
}

/** Lets a gated child, whose descriptor 3 is a pipe, become its program. */
export function openGate(child: ChildProcess): void {
  const gate = child.stdio[3] as Writable;
  gate.on('error', () => undefined);
  gate.end('\n');
}
