import { capMiddle } from './cap.ts';
import { head } from './cut.ts';
import { InvalidResultError } from './error.ts';
import { toJson, toJsonObject } from './json.ts';
import { redact } from './redact.ts';
import { stripTagCharacters } from './tag-characters.ts';

const LONGEST_ERROR = 2048;

/**
 * A call that gave no result, as the model is told: `{"error": "The call failed: …"}`, redacted, at most 2,048 characters
 * and `… [truncated]`. Takes whatever was thrown.
 */
export function renderFailure(error: unknown): string {
  return renderError(`The call failed: ${reason(error)}`);
}

/**
 * `{"error": <text>}` for the model, redacted and bounded like every error text.
 *
 * @param more further members, as JSON texts
 */
export function renderError(text: string, more: readonly (readonly [key: string, json: string])[] = []): string {
  // Redacted whole, before it is cut, so that no secret is left half.
  const safe = redact(stripTagCharacters(capMiddle(text)));
  const bounded = safe.length > LONGEST_ERROR ? `${head(safe, LONGEST_ERROR)}… [truncated]` : safe;
  return toJsonObject([['error', toJson(bounded)], ...more]);
}

function reason(error: unknown): string {
  if (error instanceof InvalidResultError && error.code === 'invalid') {
    return `the server sent a result that is not valid (${error.message})`;
  }
  if (error instanceof Error) return error.message || error.name;
  return typeof error === 'string' && error !== '' ? error : 'no reason was given';
}
