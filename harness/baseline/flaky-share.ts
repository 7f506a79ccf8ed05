import type { BaselineEntry } from '../../data/types/baseline.ts';
import { HarnessError } from '../error.ts';

/** Of this many entries one may be known to be flaky. */
const ONE_OF = 50;

/** Throws HarnessError `input` where more entries than 2 % are known to be flaky: such a baseline decides too little. */
export function checkFlakyShare(entries: BaselineEntry[], name: string): void {
  const flaky = entries.filter(({ knownFlaky }) => knownFlaky !== undefined).length;
  const most = Math.floor(entries.length / ONE_OF);
  if (flaky > most)
    throw new HarnessError(
      'input',
      `Expected at most ${most} of the ${entries.length} entries of ${name} (2 %) to be known-flaky, got ${flaky}.`,
    );
}
