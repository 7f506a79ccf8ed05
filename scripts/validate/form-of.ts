import type { Forms } from '../../data/forms.ts';

const PLACES: [RegExp, keyof Forms][] = [
  [/^data\/baselines\/[^/]+\.json$/, 'baseline'],
  [/^data\/capabilities\.json$/, 'capabilities'],
  [/^data\/clients\.json$/, 'clients'],
  [/^data\/compared\/[^/]+\.json$/, 'compared'],
  [/^data\/drivers\/[^/]+\.json$/, 'driver'],
  [/^data\/notes\/[^/]+\.json$/, 'note'],
  [/^data\/published\/[^/]+\.json$/, 'published'],
  [/^data\/reviewed\.json$/, 'reviewed'],
  [/^data\/verified\/[^/]+\.json$/, 'verified'],
  [/^runs\/[^/]+\/asked\.json$/, 'asked'],
  [/^runs\/.+\/record\.json$/, 'record'],
  [/^runs\/.+\/wire\.jsonl$/, 'wire-line'],
  [/^runs\/.+\/model\.jsonl$/, 'model-line'],
];

/** The form of a stored file, by its place; of JSON lines it is the form of each line. */
export function formOf(path: string): keyof Forms | undefined {
  return PLACES.find(([pattern]) => pattern.test(path))?.[1];
}
