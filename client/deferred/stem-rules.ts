/** A suffix, what takes its place, and what must stand before it. */
export interface Rule {
  suffix: string;
  by: string;
  after?: RegExp;
  /** The region in which the suffix must lie; the step's own by default. */
  region?: 'r2';
}

/** Words that the algorithm gets wrong, and words that only look like plurals or adverbs. */
export const exceptions: ReadonlyMap<string, string> = new Map([
  ['skies', 'sky'],
  ['skis', 'ski'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word): [string, string] => [word, word]),
]);

/** Beginnings after which R1 starts at once: universe, universal and university are no forms of one word. */
export const beginnings = ['gener', 'commun', 'arsen', 'past', 'univers', 'later', 'emerg', 'organ', 'inter'];
/** What stays whole before `eed` (proceed) and before `ing` (evening). */
export const wholeBeforeEed = ['proc', 'exc', 'succ'];
export const wholeBeforeIng = ['inn', 'out', 'cann', 'herr', 'earr', 'even'];

/** Step 2, in R1: a double suffix becomes a single one. */
export const step2 = rules({
  tion: ['tional'],
  ence: ['enci'],
  ance: ['anci'],
  able: ['abli'],
  ent: ['entli'],
  ize: ['izer', 'ization'],
  ate: ['ational', 'ation', 'ator'],
  al: ['alism', 'aliti', 'alli'],
  ful: ['fulness', 'fulli'],
  ous: ['ousli', 'ousness'],
  ive: ['iveness', 'iviti'],
  ble: ['biliti', 'bli'],
  og: ['ogist', { suffix: 'ogi', after: /l$/ }],
  less: ['lessli'],
  '': [{ suffix: 'li', after: /[cdeghkmnrt]$/ }],
});

/** Step 3, in R1. */
export const step3 = rules({
  tion: ['tional'],
  ate: ['ational'],
  al: ['alize'],
  ic: ['icate', 'iciti', 'ical'],
  '': ['ful', 'ness', { suffix: 'ative', region: 'r2' }],
});

/** Step 4, in R2: the suffix goes. */
export const step4 = rules({
  '': [
    ...'al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize'.split(' '),
    { suffix: 'ion', after: /[st]$/ },
  ],
});

/** The rules with longer suffixes first: in every step the longest suffix decides, whether its condition holds or not. */
function rules(byReplacement: Record<string, (string | Omit<Rule, 'by'>)[]>): Rule[] {
  return Object.entries(byReplacement)
    .flatMap(([by, suffixes]) =>
      suffixes.map((given): Rule => (typeof given === 'string' ? { suffix: given, by } : { ...given, by })),
    )
    .sort((a, b) => b.suffix.length - a.suffix.length);
}
