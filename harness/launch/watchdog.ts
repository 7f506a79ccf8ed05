import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Cleans up after an invocation that can no longer do it: killed with SIGKILL, or ended at once by a second Ctrl-C. */
export interface Watchdog {
  /** Names a process group that must not outlive the invocation, until the returned function is called. */
  guard(group: number): () => void;
  /** There is nothing left to clean up. */
  end(): void;
}

// Each line names all groups that live. The end of the input without "done" is the end of the invocation by force. Processes
// that left their group are found by their environment, where there is a /proc.
const SCRIPT = `
trap '' HUP INT TERM
while read -r line; do
  [ "$line" = done ] && exit
  groups=$line
done
for group in $groups; do kill -s KILL -- "-$group"; done
for environment in /proc/[0-9]*/environ; do
  if tr '\\0' '\\n' < "$environment" | grep -qF "=$1/"; then
    process=\${environment%/environ}
    kill -s KILL "\${process#/proc/}"
  fi
done
rm -rf -- "$1" || { sleep 1; rm -rf -- "$1"; }
`;

/** Starts the watchdog over `folder`, which is removed at the end. It is a shell that waits: it costs nothing meanwhile. */
export function startWatchdog(folder: string): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'mcp-client-probe-watchdog', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C reaches every process of the terminal's group, and must not reach this one.
    detached: true,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  const groups = new Set<number>();
  const tell = (): void => void child.stdin.write(`${[...groups].join(' ')}\n`);
  // Without a shell, or once it is gone, nobody cleans up after a kill; nothing else depends on it.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  (child.stdin as Socket).unref();
  return {
    guard(group) {
      groups.add(group);
      tell();
      return () => {
        groups.delete(group);
        tell();
      };
    },
    end() {
      child.stdin.end('done\n');
    },
  };
}
