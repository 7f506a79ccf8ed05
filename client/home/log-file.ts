import { closeSync, constants, fstatSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './folder.ts';

/** What one writer puts into a log at most, in bytes, so that a talkative server cannot fill the disk. */
export const maxLogBytes = 10 * 1024 * 1024;

/**
 * Opens `<home>/logs/<name>` for appending; file and folder are the user's alone. A log that has grown to `maxLogBytes`
 * is set aside as `<name>.1` first, in place of the one that was, so that logs do not grow from run to run either.
 *
 * @returns the file's descriptor, which the caller closes
 * @throws the error of the file system; it never waits for a pipe that stands where the log should be
 */
export function openLogFile(home: string, name: string): number {
  const folder = join(home, 'logs');
  makeFolder(folder);
  const path = join(folder, name);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= maxLogBytes) renameSync(path, `${path}.1`);
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  // Windows knows no such flag.
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | (O_NONBLOCK ?? 0), 0o600);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new Error(`Expected ${name} to be a plain file`);
}
