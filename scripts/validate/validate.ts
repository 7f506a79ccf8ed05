import { CommandError } from '../error.ts';
import { keepBelow } from '../keep-file.ts';
import { placesOf } from '../paths.ts';
import { counted, exitCodeOf, type Streams } from '../streams.ts';
import { linters } from './linters.ts';
import { mended } from './mended.ts';
import { readStored } from './read-stored.ts';

export interface ValidateOptions extends Streams {
  root?: string;
  runs?: string;
  /** Mends what a program can mend in `data/`, says so, and looks at everything again. */
  fix?: boolean;
  /** Only says which rules there are. */
  list?: boolean;
}

/** Holds every stored file against the rules of this folder. Answers with 1 and a list when one is broken. */
export async function runValidate(options: ValidateOptions): Promise<number> {
  return exitCodeOf(options, async () => {
    if (options.list === true) {
      for (const { name, description, fix } of linters)
        options.stdout(`${name}${fix === undefined ? '' : ' (--fix)'}: ${description}\n`);
      return 0;
    }
    const places = placesOf(options);
    if (options.fix === true)
      for (const { path, text, rules } of mended(await readStored(places))) {
        await keepBelow(places.root, path, text);
        options.stdout(`${path}: mended. [${rules.join(', ')}]\n`);
      }
    const stored = await readStored(places);
    if (stored.files.length === 0)
      throw new CommandError('missing', 'Expected files below data/ or the folder of runs, found none.');
    const problems = linters.flatMap(({ name, check }) =>
      check(stored).map(({ path, text }) => `${path}: ${text} [${name}]\n`),
    );
    const files = counted(stored.files.length + stored.pages.length, 'file');
    options.stdout(
      `${problems.join('')}${files}, ${counted(linters.length, 'linter')}, ${counted(problems.length, 'problem')}\n`,
    );
    return problems.length === 0 ? 0 : 1;
  });
}
