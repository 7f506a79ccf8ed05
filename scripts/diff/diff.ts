import { type Comparison, compareSides } from '../../harness/compare/compare.ts';
import { CommandError } from '../error.ts';
import { placesOf } from '../paths.ts';
import { exitCodeOf, type Streams } from '../streams.ts';
import { type Format, formats } from './formats.ts';
import { reportedClient } from './reported-client.ts';
import { readSide } from './side.ts';
import { checkedClient, clientOf, parseSideName } from './side-name.ts';

export interface DiffOptions extends Streams {
  /** `<client>@<version>`, `published/<file>`, `git:<revision>`, or `report:<file>`. */
  a: string;
  b: string;
  /** Of a revision, the one client that is compared; unless told, the other side's, and every client where both are revisions. */
  client?: string;
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
    const comparison = await compareNamed(options);
    options.stdout(formats[options.format ?? 'table'](comparison, options.width ?? WIDTH));
    return isWorse(comparison) ? 1 : 0;
  });
}

/**
 * Reads two sides by their names and compares them. Throws CommandError `usage` when a name is none, `missing` when a
 * revision is not there, and `input` when what was found is malformed or the two have no run in common.
 */
async function compareNamed(options: Pick<DiffOptions, 'a' | 'b' | 'client' | 'root' | 'runs'>): Promise<Comparison> {
  const { a, b } = options;
  const places = placesOf(options);
  const client = clientOfRevision(options) ?? (await reportedClient(places.root, [a, b]));
  const [before, after] = [await readSide(places, a, client), await readSide(places, b, client)];
  const comparison = compareSides(before, after);
  if (comparison.compared.length > 0) return comparison;
  throw new CommandError('input', `Expected ${before.name} and ${after.name} to have runs in common, they have none.`);
}

/** Whether B lost something or shows it otherwise. What only A has is lost as far as anyone can see. */
function isWorse({ lost, changed, onlyInA }: Comparison): boolean {
  return lost.length > 0 || changed.length > 0 || onlyInA.length > 0;
}

function clientOfRevision({ a, b, client }: Pick<DiffOptions, 'a' | 'b' | 'client'>): string | undefined {
  if (client === undefined) return clientOf(a) ?? clientOf(b);
  if ([a, b].some((name) => parseSideName(name)?.kind === 'revision')) return checkedClient(client);
  throw new CommandError('usage', `Expected --client beside a git:<revision>, got ${a} and ${b}.`);
}
