import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { constants } from 'node:os';

/** Names the network of the process that made the namespace, for the one inside. */
const OUTSIDE_VARIABLE = 'FENCE_OUTSIDE';
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** On a machine with nothing to do it takes a hundredth of it. */
const TRIAL_MS = 30_000;

// Everything here is seen inside only. A name server of the machine could be asked past the network, over a socket of
// the file system: look-ups go by /etc/hosts and resolv.conf alone. The file is gone at once; a mount holds it. The last
// program ends with ours, also when that is killed.
const SCRIPT = `
set -e
over() { chmod 644 "$file"; mount --bind "$file" "$1"; rm "$file"; }
PATH=$PATH:/usr/sbin:/sbin ip link set lo up
file=$(mktemp)
trap 'rm -f "$file"' EXIT
echo 'nameserver 127.0.0.1' > "$file"
over /etc/resolv.conf
if [ -e /etc/nsswitch.conf ]; then
  sed 's/^hosts:.*/hosts: files dns/' /etc/nsswitch.conf > "$file"
  over /etc/nsswitch.conf
fi
if [ -d /run/nscd ]; then mount -t tmpfs none /run/nscd; fi
exec setpriv --pdeathsig KILL /bin/sh -c '[ "$PPID" = "$0" ] && exec "$@"' "$@"
`;

/** Whether a network namespace can be made here, and if not, why. */
export function canNamespace(): { can: true } | { can: false; reason: string } {
  if (process.platform !== 'linux') return { can: false, reason: `expected Linux, got ${process.platform}` };
  const [program, ...args] = wrapped(['true']);
  const { error, status, signal, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: TRIAL_MS });
  if (status === 0) return { can: true };
  return { can: false, reason: error?.message ?? (stderr.trim() || `unshare ended with ${signal ?? status}`) };
}

/**
 * Runs Node with `argv` (its own options first) in a network namespace where only the loopback is up and the only name
 * server is 127.0.0.1, to its end. Terminal and pipes are ours; it gets the signals that we get, and ends when we do.
 * Resolves to its exit code, 128 and the signal's number for one that was killed.
 */
export async function inNamespace(argv: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const [program, ...args] = wrapped([process.execPath, ...argv]);
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...environment, [OUTSIDE_VARIABLE]: network() },
    // Ctrl-C reaches every process of the terminal's group: it would come twice.
    detached: true,
  });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    return await exitCodeOf(child);
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}

/** Whether this process was started by {@link inNamespace}, or by one that was, with its environment. */
export function isInNamespace(): boolean {
  const outside = process.env[OUTSIDE_VARIABLE];
  return outside !== undefined && outside !== network();
}

function wrapped(command: string[]): [string, ...string[]] {
  // Whoever is not root becomes it in a namespace of users.
  const rights = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return [
    'unshare',
    ...rights,
    '--net',
    '--mount',
    '--',
    '/bin/sh',
    '-c',
    SCRIPT,
    'sh',
    String(process.pid),
    ...command,
  ];
}

function network(): string {
  return readlinkSync('/proc/self/ns/net');
}

async function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
