import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A limit on what a client may put into its folder. */
export interface DiskLimit {
  /** Fires when there is more. The reason, a string, says so in plain words. */
  over: AbortSignal;
  /** Nothing is looked at any more. */
  end(): void;
}

const LOOK_EVERY_MS = 2000;

/**
 * Looks now and then at how much there is below a folder: a client that fills the disk would take it from all others. What
 * it writes elsewhere, and between two looks, is not seen.
 */
export function limitDisk(folder: string, bytes: number, everyMs = LOOK_EVERY_MS): DiskLimit {
  const controller = new AbortController();
  let looking = false;
  const look = async (): Promise<void> => {
    // A look may take longer than the time between two.
    if (looking) return;
    looking = true;
    const size = await sizeBelow(folder);
    looking = false;
    if (size > bytes) controller.abort(`its files took more than ${bytes} bytes of the disk`);
  };
  const timer = setInterval(() => void look(), everyMs);
  return { over: controller.signal, end: () => clearInterval(timer) };
}

/** What is gone, or is not ours to read, takes nothing. */
async function sizeBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sizeBelow(path);
      // A sparse file takes less than it is long.
      return entry.isFile()
        ? stat(path).then(
            ({ blocks }) => blocks * 512,
            () => 0,
          )
        : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
