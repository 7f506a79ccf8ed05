import { member, parseJson } from '../json.ts';
import type { Inconclusive } from '../judge/types.ts';
import type { ClientEnd } from './client-process.ts';

const MOST_WORDS = 200;
/** What a host program ends with when it cannot do what it was asked. A shell says the same of a missing program, without a reason. */
const UNSUPPORTED = 127;

/** Why nothing can be said of a run whose client ended like this; `undefined` when it ended as its driver says it does. */
export function abnormalEnd(end: ClientEnd, exitCodes: readonly number[]): Inconclusive | undefined {
  switch (end.kind) {
    case 'timed out':
      return { kind: 'inconclusive', reason: 'hung', detail: end.detail };
    case 'could not be started':
      return { kind: 'inconclusive', reason: 'crashed', detail: `${end.kind}: ${end.detail}` };
    case 'killed by a signal':
      return { kind: 'inconclusive', reason: 'crashed', detail: `${end.kind}, ${end.signal}${lastWords(end.output)}` };
    case 'exited': {
      const unsupported = end.exitCode === UNSUPPORTED ? reasonOf(end.stdout) : undefined;
      if (unsupported !== undefined) return { kind: 'inconclusive', reason: 'unsupported', detail: unsupported };
      return exitCodes.includes(end.exitCode ?? -1)
        ? undefined
        : { kind: 'inconclusive', reason: 'crashed', detail: `exit code ${end.exitCode}${lastWords(end.output)}` };
    }
    default:
      return end.kind satisfies never;
  }
}

/** The reason in a last line `{"unsupported": "<reason>"}`. */
function reasonOf(stdout: string): string | undefined {
  const reason = member(parseJson(stdout.trim().split('\n').at(-1) ?? ''), 'unsupported');
  return typeof reason === 'string' ? reason.slice(0, MOST_WORDS) : undefined;
}

/** The line of the client's output that most likely says why: the last that speaks of an error, else the last. */
function lastWords(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const words = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1);
  return words === undefined ? '' : `: ${words.slice(0, MOST_WORDS)}`;
}
