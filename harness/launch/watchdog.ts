import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Cleans up after an invocation that can no longer do it: killed with SIGKILL, or ended at once by a second Ctrl-C. */
export interface Watchdog {
  /** Names a process group that must not outlive the invocation, until the returned function is called. */
  guard(group: number): () => void;
  /** There is nothing left to clean up. */
  end(): void;
}

// Each line names all groups that live. The end of the input without "done" is the end of the invocation by force.
// Processes that left their group are found by their environment, where there is a /proc: by more than one look, since a
// process may have been about to start, or starts another one as it ends. Whoever is older than the watchdog is none of
// ours.
const SCRIPT = `
trap '' HUP INT TERM
while read -r line; do
  [ "$line" = done ] && exit
  groups=$line
done
for group in $groups; do kill -s KILL -- "-$group"; done
folder=$1
start_of() { read -r stat < "/proc/$1/stat" && set -- \${stat##*) } && start=\${20}; }
start_of "$$" && own=$start
for pause in 0 0.2 0.2; do
  sleep $pause || sleep 1
  for process in /proc/[0-9]*; do
    start_of "\${process#/proc/}" || continue
    [ "$start" -lt "$own" ] && continue
    tr '\\0' '\\n' < "$process/environ" | grep -qF "=$folder/" && kill -s KILL "\${process#/proc/}"
  done
  rm -rf -- "$folder" || chmod -R u+rwx -- "$folder"
done
`;

/**
 * Starts the watchdog over `folder`, which it removes at the end, and which need not be there yet. It is a shell that
 * waits: it costs nothing meanwhile.
 */
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
