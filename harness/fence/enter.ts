import { HarnessError } from '../error.ts';
import { canNamespace, inNamespace, isInNamespace } from './namespace.ts';

/**
 * Sees to it that the rest of this program runs in a network namespace of its own. Resolves to undefined inside, where the
 * caller goes on, and outside to the exit code of the same command line run there. Throws HarnessError `missing` where
 * no namespace can be made.
 */
export async function enterNamespace(): Promise<number | undefined> {
  if (isInNamespace()) return undefined;
  const answer = canNamespace();
  if (!answer.can)
    throw new HarnessError('missing', `Expected the right to make a network namespace, got: ${answer.reason}.`);
  return inNamespace([...process.execArgv, ...process.argv.slice(1)], process.env);
}
