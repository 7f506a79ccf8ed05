import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keepOutput } from './output.ts';

/**
 * The log files of a client below its home, as far as they can be kept: the beginning and the end of what is long. What
 * is no file is not opened (a pipe would never come to an end), and nothing that a client left there is an error of ours.
 */
export async function readLogs(home: string, paths: string[]): Promise<string> {
  const parts = await Promise.all(paths.map(async (path) => `== ${path}\n${await readLog(join(home, path))}`));
  return parts.map((part) => `${part}\n`).join('');
}

async function readLog(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return '';
  const output = keepOutput();
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return '';
  try {
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) output.push(chunk);
  } catch (error) {
    return `${output.text()}\n(${(error as Error).message})`;
  } finally {
    await file.close();
  }
  return output.text();
}
