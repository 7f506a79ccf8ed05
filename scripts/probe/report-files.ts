import { lstat } from 'node:fs/promises';
import { CommandError } from '../error.ts';
import { keepFile } from '../keep-file.ts';

/** Files that tell of a probe; `{client}` in a name stands for the client's id. */
export interface ReportFiles {
  /** JSON lines. */
  report?: string;
  /** JUnit XML. */
  junit?: string;
}

const CLIENT = '{client}';

/**
 * The files for one client. They are emptied here, before anything is run: one that cannot be written is known at once,
 * and a probe that does not come to its end leaves no report that looks finished. Throws CommandError `usage` when the two
 * are one file, and `input` when a file cannot be written.
 */
export async function reportFilesOf({ report, junit }: ReportFiles, client: string): Promise<ReportFiles> {
  const of = (name: string): string => name.replaceAll(CLIENT, client);
  const files = {
    ...(report !== undefined && { report: of(report) }),
    ...(junit !== undefined && { junit: of(junit) }),
  };
  if (files.report !== undefined && files.report === files.junit)
    throw new CommandError('usage', `Expected --report and --junit to name two files, got ${files.report} twice.`);
  for (const file of Object.values(files)) {
    // A report is put in the place of what is there, which must not be a device, say.
    if ((await lstat(file).catch(() => undefined))?.isFile() === false)
      throw new CommandError('input', `Expected to write ${file}: what is there is no file.`);
    await keepFile(file, '', file);
  }
  return files;
}

/** Throws CommandError `usage` for a name that would be the same file for every client. */
export function checkFileOfEach({ report, junit }: ReportFiles): void {
  for (const [option, name] of Object.entries({ report, junit }))
    if (name !== undefined && !name.includes(CLIENT))
      throw new CommandError(
        'usage',
        `Expected --${option} to have ${CLIENT} in its name where --all runs many, got ${name}.`,
      );
}
