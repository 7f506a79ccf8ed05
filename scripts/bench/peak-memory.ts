import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CaseFailed } from './figure.ts';

/**
 * Makes a Node program tell the most memory that it had at once. `args` go before the program's own; once it has ended,
 * `read` gives the MB of the process itself, without children. Throws CaseFailed when it ended without telling.
 * Node knows its peak on every system that we run on; no other program that would is installed on all of them.
 */
export async function peakMemory(folder: string): Promise<{ args: string[]; read: () => Promise<number> }> {
  const [preload, told] = ['peak-memory.cjs', 'peak-memory'].map((name) => join(folder, name)) as [string, string];
  const tell = `require('node:fs').writeFileSync(${JSON.stringify(told)}, String(process.resourceUsage().maxRSS))`;
  await rm(told, { force: true });
  await writeFile(preload, `process.on('exit', () => ${tell});\n`);
  return {
    args: ['--require', preload],
    async read() {
      const kibibytes = Number(await readFile(told, 'utf8').catch(() => Number.NaN));
      if (Number.isNaN(kibibytes)) throw new CaseFailed('it did not say how much memory it had');
      return (kibibytes * 1024) / 1e6;
    },
  };
}
