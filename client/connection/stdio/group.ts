import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Signals every process of a group; it is no error when there is none left. Windows has neither groups nor signals of
 * this kind: there the tree below the process is ended by force, whatever the signal.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(leader), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => undefined,
    );
    return;
  }
  try {
    process.kill(-leader, signal);
  } catch {
    // Gone already, or not ours to signal; whether any is alive is asked separately.
  }
}

/** Whether a process of the group still runs, zombies apart. */
export function groupRuns(leader: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-leader, 0);
  } catch (error) {
    // EPERM is a member under another user on Linux, and a group of zombies on macOS.
    return process.platform === 'linux' && (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A dead process that its parent never collects still takes signals: in a container that may last for ever.
  return process.platform !== 'linux' || hasLivingMember(leader);
}

function hasLivingMember(group: number): boolean {
  // Without /proc nothing better is known than that the group takes signals.
  const pids = listPids();
  if (pids === undefined) return true;
  return pids.some((pid) => {
    const status = readStatus(pid);
    return status !== undefined && status.group === group && status.state !== 'Z' && status.state !== 'X';
  });
}

function listPids(): string[] | undefined {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
}

/** State and group from `/proc/<pid>/stat`, whose second field may itself hold spaces and brackets. */
function readStatus(pid: string): { state: string; group: number } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', , group = ''] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return { state, group: Number(group) };
  } catch {
    return undefined;
  }
}
