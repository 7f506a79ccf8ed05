import { CommandError } from './error.ts';

/**
 * What `reading` comes to, or `undefined` where there is no such file or folder. Anything else that keeps us from reading
 * it is not taken for absence: throws CommandError `input`, naming `shown`.
 */
export async function ifThere<T>(shown: string, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CommandError('input', `Expected to read ${shown}: ${(error as Error).message}.`, { cause: error });
  }
}
