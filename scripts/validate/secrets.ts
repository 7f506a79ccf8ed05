import { isForm } from '../../data/forms.ts';
import { isLines, linesOf } from './lines.ts';
import type { Linter, Problem, StoredFile } from './linter.ts';

const MASK = '{{masked}}';

/** What a secret looks like. A sentence about bearer tokens is none: a token is long and without spaces. */
const LOOKS: [string, RegExp][] = [
  ['a bearer token', /\bbearer +[\w.~+/=-]{16,}/i],
  ['an API key (sk-…)', /\bsk-[\w-]{16,}/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/],
  ['an AWS key', /\bAKIA[0-9A-Z]{16}\b/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
];
const SECRET_HEADER = /^(?:authorization|proxy-authorization|cookie|set-cookie|dpop|.*-key|.*-token)$/i;

/** No file of a run holds what looks like a secret, and the values of secret headers are masked. */
export const secrets: Linter = {
  name: 'secrets',
  check: ({ files }) => files.filter(({ path }) => path.startsWith('runs/')).flatMap(checkFile),
};

function checkFile(file: StoredFile): Problem[] {
  const { path } = file;
  if (!isLines(file))
    return looksIn(file.text).map((what) => ({ path, text: `Expected no secret, got what looks like ${what}.` }));
  return linesOf(file).flatMap(({ number, text, json }) => {
    const looks = [...looksIn(text), ...looksIn(decoded(json))].map((what) => ({
      path,
      text: `Expected no secret in line ${number}, got what looks like ${what}.`,
    }));
    const headers = openHeaders(json).map((name) => ({
      path,
      text: `Expected the header "${name}" of line ${number} to be ${MASK}, got a value.`,
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
  return Object.entries(headers).flatMap(([name, value]) => (SECRET_HEADER.test(name) && value !== MASK ? [name] : []));
}
