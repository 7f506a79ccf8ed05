import { CommandError } from '../error.ts';
import { placesOf } from '../paths.ts';
import { exitCodeOf, type Streams } from '../streams.ts';
import { compareSides } from './compare.ts';
import { type Format, formats } from './formats.ts';
import { readSide } from './side.ts';

export interface DiffOptions extends Streams {
  /** `<client>@<version>`, or `published/<file>`. */
  a: string;
  b: string;
  format?: Format;
  root?: string;
  runs?: string;
  /** Columns of the terminal. */
  width?: number;
}

const WIDTH = 120;

/**
 * Says what differs between two sides. Answers with 1 when B lost something that A has, or shows it otherwise, 0 when it
 * did not (what B gained is no reason to stop), and 2 when a side is unknown or the two have no run in common, for then
 * nothing was compared.
 */
export async function runDiff(options: DiffOptions): Promise<number> {
  return exitCodeOf(options, async () => {
    const places = placesOf(options);
    const comparison = compareSides(await readSide(places, options.a), await readSide(places, options.b));
    if (comparison.compared === 0)
      throw new CommandError('input', `Expected ${options.a} and ${options.b} to have runs in common, they have none.`);
    options.stdout(formats[options.format ?? 'table'](comparison, options.width ?? WIDTH));
    // What only A has is lost as far as anyone can see.
    const worse = comparison.differences.some(({ kind }) => kind !== 'gained') || comparison.onlyInA.length > 0;
    return worse ? 1 : 0;
  });
}
