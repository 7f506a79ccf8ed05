import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { startDnsStub } from './dns-stub.ts';
import { canonicalHost } from './host.ts';
import { NAMES_VARIABLE, readNamesFile } from './names-file.ts';
import { isInNamespace } from './namespace.ts';
import { startDeadProxy } from './proxy.ts';

/** Keeps the clients of an invocation on this machine, and notes whom they wanted to reach. */
export interface Fence {
  /** Begins a run; `folder` is its private one, and exists. */
  open(run: { key: string; folder: string }): FencedRun;
  close(): Promise<void>;
}

interface FencedRun {
  /** What a client's environment needs. */
  environment: Record<string, string>;
  /** Hosts that the client asked for and did not get, sorted, each once; as long as the run's folder is there. */
  names(): Promise<string[]>;
  /** From here on, nothing more is noted for the run. */
  close(): void;
}

const LOOPBACK = '127.0.0.1,localhost,::1';
/** How many hosts are kept of a run: a client may ask for ever. */
const MAX_NAMES = 256;

/**
 * Starts a fence: a dead proxy for programs that ask for one, a preload for Node processes, and in a network namespace of
 * our own the name server of everybody. `root` is the folder of this package, with `dist/` in it.
 */
export async function startFence({ root }: { root: string }): Promise<Fence> {
  const runs = new Set<{ user: string; hosts: Set<string> }>();
  const note = (host: string, user?: string): void => {
    const known = [...runs].filter((run) => run.user === user);
    // Whoever does not say who it is may be any client that runs.
    for (const { hosts } of known.length > 0 ? known : runs) if (hosts.size < MAX_NAMES) hosts.add(host);
  };
  const proxy = await startDeadProxy(note);
  const dns = isInNamespace() ? await startDnsStub((host) => note(host)) : undefined;
  return {
    open({ key, folder }) {
      // The same for the same run each time, as all that a client may see.
      const user = createHash('sha256').update(key).digest('hex').slice(0, 12);
      const run = { user, hosts: new Set<string>() };
      runs.add(run);
      const file = join(folder, 'names');
      return {
        environment: {
          ...inBothCases({
            HTTP_PROXY: `http://${user}:x@127.0.0.1:${proxy.port}`,
            HTTPS_PROXY: `http://${user}:x@127.0.0.1:${proxy.port}`,
            ALL_PROXY: `http://${user}:x@127.0.0.1:${proxy.port}`,
            NO_PROXY: LOOPBACK,
          }),
          NODE_OPTIONS: `--require=${quoted(join(root, 'dist', 'fence.cjs'))}`,
          [NAMES_VARIABLE]: file,
        },
        async names() {
          const all = new Set([...run.hosts, ...readNamesFile(file)]);
          // The name of this machine says something about us, and nothing about the client.
          all.delete(canonicalHost(hostname()) ?? '');
          return [...all].sort().slice(0, MAX_NAMES);
        },
        close: () => void runs.delete(run),
      };
    },
    async close() {
      await Promise.all([proxy.close(), dns?.close()]);
    },
  };
}

function inBothCases(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
  );
}

/** As Node reads NODE_OPTIONS: blanks part its options, except between quotes. */
function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, '\\$&')}"`;
}
