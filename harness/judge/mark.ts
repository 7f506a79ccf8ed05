import { putNames, type ToolNames } from './envelope.ts';
import type { FoundCall } from './find-call.ts';
import { innermost, reportsError } from './said.ts';
import type { Envelope, Surrounding } from './types.ts';

/**
 * Whether the client gives a tool message out as an error: the dialect's own mark is set, or the message stands in what
 * the client puts around error results and around no others ({@link Envelope}). A surrounding that was not learnt, or
 * that is the same for both, tells nothing; nor does an empty one, since what bears no mark is not marked.
 */
export function isGivenAsError({ message, call, served }: Given, envelope: Envelope): boolean {
  return message.isError || standsInError(message.text, { client: call.target, served }, envelope);
}

/**
 * Whether the model can tell that the call failed: the message is given out as an error or, where nothing was learnt of
 * what stands around errors because their text stays hidden, its words report one.
 */
export function isMarkedAsError(given: Given, envelope: Envelope): boolean {
  return isGivenAsError(given, envelope) || (envelope.error === undefined && reportsError(given.message.text));
}

type Given = Pick<FoundCall, 'message' | 'call' | 'served'>;

function standsInError(message: string, names: ToolNames, { result, error }: Envelope): boolean {
  if (result === undefined || error === undefined) return false;
  const [usual, failed] = [putNames(result, names), putNames(error, names)];
  // Short text may get the innermost line of a wrapper alone.
  return [(whole: Surrounding) => whole, innermost].some((layer) => isIn(message, layer(failed), layer(usual)));
}

/** Prefixes decide where they differ: what follows may have more members than the calibration's had. */
function isIn(message: string, error: Surrounding, result: Surrounding): boolean {
  if (error.prefix !== result.prefix) return longer(error.prefix, result.prefix, (text) => message.startsWith(text));
  const ends = longer(error.suffix, result.suffix, (text) => message.endsWith(text));
  return message.startsWith(error.prefix) && ends;
}

/** Whether `error` fits, and `result` does not fit better. */
function longer(error: string, result: string, fits: (text: string) => boolean): boolean {
  return error !== '' && error !== result && fits(error) && !(result.length > error.length && fits(result));
}
