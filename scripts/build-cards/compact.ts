import { withoutWords } from '../../harness/compare/short-form.ts';

// The beginnings of short forms, and what stands for them where there is room for a few characters only.
const FORMS: [RegExp, string][] = [
  [/^\[…\] (?:in part )?and \{…\}/, '[…] {…}'],
  [/^\[…\] content in part/, '[…] in part'],
  [/^\[…\]/, '[…]'],
  [/^\{…\}/, '{…}'],
  [/^payload once/, 'once'],
  [/^payload twice/, 'twice'],
  [/^payload (\d+x)/, '$1'],
  [/^⟨…⟩/, '⟨…⟩'],
  [/^"…" client error text/, 'error'],
  [/^"…" placeholder/, 'placeholder'],
  [/^"…" nothing/, 'nothing'],
  [/^tool not offered/, 'hidden'],
];
const MORE: [RegExp, string][] = [
  [/(?<!reserved )_meta reached the model/, '_meta'],
  [/reserved _meta reached the model/, 'reserved _meta'],
  [/image (?:1x )?as (image part|base64|file path)/, 'image'],
];

/** A short form in a few characters, for a matrix: which fields reached the model, and not how often or in what form. */
export function compactVerdict(verdict: string): string {
  const short = withoutWords(verdict);
  const [form, compact] = FORMS.find(([pattern]) => pattern.test(short)) ?? [undefined, short];
  const first = form === undefined ? short : (short.match(form)?.[0] ?? '').replace(form, compact);
  return [first, ...MORE.flatMap(([pattern, name]) => (pattern.test(short) ? [name] : []))].join(' + ');
}
