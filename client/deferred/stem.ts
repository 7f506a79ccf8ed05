import {
  beginnings,
  exceptions,
  type Rule,
  step2,
  step3,
  step4,
  wholeBeforeEed,
  wholeBeforeIng,
} from './stem-rules.ts';

/** Where the regions R1 and R2 of a word begin. They are found once and hold while the word gets shorter. */
interface Regions {
  r1: number;
  r2: number;
}

/** Longer runs of letters are no English words, and servers may send megabytes of them. */
const longest = 64;

/**
 * The stem of a word of `[a-z0-9]`, by the English stemmer of Snowball 3.1 (Porter 2), written from its published
 * description (snowballstem.org/algorithms/english/stemmer.html). Its rules for apostrophes are left out: a token holds
 * none.
 */
export function stem(word: string): string {
  const exception = exceptions.get(word);
  if (exception !== undefined) return exception;
  if (word.length < 3 || word.length > longest) return word;
  const marked = markConsonantY(word);
  const regions = findRegions(marked);
  let stemmed = removePlural(marked);
  stemmed = removeEdIng(stemmed, regions);
  stemmed = stemmed.replace(/(?<=.[^aeiouy])[yY]$/, 'i');
  stemmed = applyRule(stemmed, step2, regions.r1, regions);
  stemmed = applyRule(stemmed, step3, regions.r1, regions);
  stemmed = applyRule(stemmed, step4, regions.r2, regions);
  return removeFinal(stemmed, regions).toLowerCase();
}

/** `Y` where y is a consonant: at the beginning and after a vowel. */
function markConsonantY(word: string): string {
  let marked = '';
  for (const letter of word) marked += letter === 'y' && /(?:^|[aeiouy])$/.test(marked) ? 'Y' : letter;
  return marked;
}

function findRegions(word: string): Regions {
  const beginning = beginnings.find((prefix) => word.startsWith(prefix));
  const r1 = beginning?.length ?? afterSyllable(word, 0);
  return { r1, r2: afterSyllable(word, r1) };
}

/** The place after the first non-vowel that follows a vowel, from `start` on; the word's end where there is none. */
function afterSyllable(word: string, start: number): number {
  const found = /[aeiouy][^aeiouy]/.exec(word.slice(start));
  return found === null ? word.length : start + found.index + 2;
}

function endsShort(word: string): boolean {
  return /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|past)$/.test(word);
}

/** Step 1a. */
function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/[us]s$/.test(word)) return word;
  return /[aeiouy].+s$/.test(word) ? word.slice(0, -1) : word;
}

/** Step 1b. */
function removeEdIng(word: string, { r1 }: Regions): string {
  const [suffix] = /(?:eed|ed|ing)(?:ly)?$/.exec(word) ?? [];
  if (suffix === undefined) return word;
  const head = word.slice(0, -suffix.length);
  if (suffix.startsWith('eed')) {
    return head.length >= r1 && !wholeBeforeEed.includes(head) ? `${head}ee` : word;
  }
  if (suffix === 'ing') {
    if (/^[^aeiouy]y$/.test(head)) return `${head.slice(0, 1)}ie`;
    if (wholeBeforeIng.includes(head)) return word;
  }
  return /[aeiouy]/.test(head) ? mendVerb(head, r1) : word;
}

/** What is left of a verb gets back its e (hop → hope) or loses its doubled consonant (hopp → hop). */
function mendVerb(head: string, r1: number): string {
  if (/(?:at|bl|iz)$/.test(head)) return `${head}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(head)) return /^[aeo]..$/.test(head) ? head : head.slice(0, -1);
  return head.length === r1 && endsShort(head) ? `${head}e` : head;
}

function applyRule(word: string, rules: readonly Rule[], start: number, { r2 }: Regions): string {
  const rule = rules.find(({ suffix }) => word.endsWith(suffix));
  if (rule === undefined) return word;
  const head = word.slice(0, -rule.suffix.length);
  if (head.length < (rule.region === 'r2' ? r2 : start)) return word;
  return rule.after === undefined || rule.after.test(head) ? head + rule.by : word;
}

/** Step 5. */
function removeFinal(word: string, { r1, r2 }: Regions): string {
  const head = word.slice(0, -1);
  if (word.endsWith('e')) return head.length >= r2 || (head.length >= r1 && !endsShort(head)) ? head : word;
  return word.endsWith('ll') && head.length >= r2 ? head : word;
}
