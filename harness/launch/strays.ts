import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** How often processes are looked for, and how many of these looks they are left in peace: a second. */
const LOOK_EVERY_MS = 10;
const PATIENT_LOOKS = 100;
/** Whoever forks faster than it is killed is left to the watchdog. */
const LOOKS = 2 * PATIENT_LOOKS;

/**
 * Ends what a client has left behind: every process whose environment names `folder`, the run's own, wherever it stands in
 * the tree of processes. With `patience`, a server of the client's first gets a second to read to the end of its input,
 * because what it reads is evidence. Where there is no /proc (macOS), nobody is found: there, the client's process group
 * is all that is ended.
 */
export async function endStrays(folder: string, { patience }: { patience: boolean }): Promise<void> {
  for (let look = patience ? 0 : PATIENT_LOOKS; look < LOOKS; look += 1) {
    const strays = straysOf(folder);
    if (strays.length === 0) return;
    if (look >= PATIENT_LOOKS) for (const pid of strays) kill(pid);
    await delay(LOOK_EVERY_MS);
  }
}

function straysOf(folder: string): number[] {
  return processes().filter((pid) => environmentOf(pid).includes(`=${folder}/`));
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Empty for a process that is gone, is a zombie, or is another user's. */
function environmentOf(pid: number): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch {
    return Buffer.alloc(0);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
