import { HarnessError } from './error.ts';

/** Does `work`; what the file system has against it is told as HarnessError `store`: `Expected to ${purpose}: …`. */
export async function storing<T>(purpose: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new HarnessError('store', `Expected to ${purpose}: ${(cause as Error).message}.`, { cause });
  }
}
