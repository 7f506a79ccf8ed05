import { runInNewContext } from 'node:vm';

/**
 * Runs `work` and gives back what it returns; throws Error when it has not returned after `milliseconds`. It can stop
 * what never gives control back, such as a regular expression of a server's schema that backtracks for hours.
 */
export function timebox<T>(milliseconds: number, work: () => T): T {
  try {
    return runInNewContext('work()', { work }, { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(`not done after ${milliseconds} ms`, { cause: error });
  }
}
