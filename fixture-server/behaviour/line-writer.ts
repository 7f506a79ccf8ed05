import type { Writable } from 'node:stream';
import type { AnswerForm } from '../../scenarios/behaviour.ts';
import { type Body, wholeOf } from './body.ts';
import { pour } from './pour.ts';

/**
 * Writes lines one after the other, so that a slow one is not broken by the next. A line that is all there and whose turn
 * it is goes out before the call returns: answers and what is read stand in the tap as they happened.
 */
export function lineWriter(output: Writable): (line: Body, form: AnswerForm, gone: AbortSignal) => Promise<boolean> {
  let slow = 0;
  let turn: Promise<unknown> = Promise.resolve();
  return (line, form, gone) => {
    const whole = form.cut === undefined && form.drip === undefined ? wholeOf(line) : undefined;
    if (whole !== undefined && slow === 0) {
      output.write(whole);
      return Promise.resolve(true);
    }
    slow += 1;
    const written = turn.then(() => pour(output, line.chunks(), form, gone));
    turn = written.finally(() => (slow -= 1));
    return written;
  };
}
