import { isForm } from '../../data/forms.ts';
import { isSecret, MASKED } from '../../fixture-server/headers.ts';
import { isLines, linesOf } from './lines.ts';
import type { Linter, Page, Problem, StoredFile } from './linter.ts';

/**
 * What a secret looks like. A sentence about bearer tokens is none: a token is long and without spaces. None begins in the
 * middle of a word, and each part has a most: a line of any length is looked through once.
 */
const LOOKS: [string, RegExp][] = [
  ['a bearer token', /\bbearer {1,8}[\w.~+/=-]{16}/i],
  ['an API key (sk-…)', /\bsk-[\w-]{16,}/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/],
  ['an AWS key', /\bAKIA[0-9A-Z]{16}\b/],
  ['a private key', /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/],
  ['basic credentials', /\bauthorization\W{1,8}basic +[\w+/=-]{8,}/i],
  ['a password in an address', /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"'\\]{1,200}:[^\s/:@"'\\{]{1,200}@/i],
  ['a JSON web token', /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,2000}\.[\w-]{8}/],
  ['a Google key', /\bAIza[\w-]{35}/],
  ['a GitLab token', /\bglpat-[\w-]{20,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{30,}/],
  ['a Slack token', /\bxox[abposr]-[\w-]{10,}/],
  ['a Stripe key', /\b[rs]k_live_\w{16,}/],
];

/** No stored file holds what looks like a secret, and the values of secret headers are masked. */
export const secrets: Linter = {
  name: 'secrets',
  description:
    'No file of data/ or of a run, and no page, holds what looks like a secret; the values of secret headers are masked.',
  check: ({ files, pages }) => [
    ...files.flatMap((file) => (isLines(file) ? checkLines(file) : checkText(file))),
    ...pages.flatMap(checkText),
  ],
};

function checkText({ path, text }: Page): Problem[] {
  return looksIn(text).map((what) => ({ path, text: `Expected no secret, got what looks like ${what}.` }));
}

function checkLines(file: StoredFile): Problem[] {
  const { path } = file;
  return linesOf(file).flatMap(({ number, text, json }) => {
    const looks = [...looksIn(text), ...looksIn(decoded(json))].map((what) => ({
      path,
      text: `Expected no secret in line ${number}, got what looks like ${what}.`,
    }));
    const headers = openHeaders(json).map((name) => ({
      path,
      text: `Expected the header "${name}" of line ${number} to be ${MASKED}, got a value.`,
    }));
    return [...looks, ...headers];
  });
}

// The secret itself is never told.
function looksIn(text: string): string[] {
  return LOOKS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);
}

/** The bytes of a line that are no UTF-8 as a whole may hold readable text. */
function decoded(json: unknown): string {
  const base64 = isForm('wire-line', json) || isForm('model-line', json) ? json.base64 : undefined;
  return base64 === undefined ? '' : Buffer.from(base64, 'base64').toString('latin1');
}

function openHeaders(json: unknown): string[] {
  const headers = isForm('wire-line', json) ? (json.http?.headers ?? {}) : {};
  return Object.entries(headers).flatMap(([name, value]) => (isSecret(name) && value !== MASKED ? [name] : []));
}
