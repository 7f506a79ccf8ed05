import type { Readable, Writable } from 'node:stream';
import type { ServerMode, ServingPlan } from '../scenarios/types.ts';
import { answerFrame } from './answer.ts';
import { eraOf, eras } from './dispatch.ts';
import type { Peer } from './eras/era.ts';
import { offeredBy } from './eras/offered.ts';
import { readFrame } from './frame.ts';
import { splitLines } from './lines.ts';
import type { Tap } from './tap.ts';

/** What one conversation over stdio needs. */
export interface StdioServing {
  plan: ServingPlan;
  server: ServerMode;
  tap: Tap;
  input: Readable;
  output: Writable;
  /** The path that files of the run begin with: what a plan's behaviour keeps for the next process. */
  beside?: string;
}

/**
 * Serves one conversation, a message a line, until the input ends or nobody reads the output any more. A last line
 * without a newline counts. Rejects when a line is too long (FixtureError; what came of it is tapped) or when the tap
 * cannot be written.
 */
export async function serveStdio(serving: StdioServing): Promise<void> {
  const { plan, tap, input, output } = serving;
  const server = offeredBy(plan, serving.server);
  const peer: Peer = { revision: undefined };
  // Most runs have none, and none of them is to load what serves it.
  const scripted =
    plan.behaviour === undefined
      ? undefined
      : (await import('./behaviour/stdio.ts')).scriptStdio({
          ...serving,
          server,
          onFault: (error) => void input.destroy(error),
        });
  await scripted?.start();

  function receive(line: Buffer): void {
    if (scripted !== undefined) {
      scripted.take(line);
      return;
    }
    tap.line({ dir: 'c2s', bytes: line });
    const frame = readFrame(line);
    const reply = answerFrame(frame, eras[eraOf(frame, server)], plan, peer);
    if (reply === undefined) return;
    tap.line({ dir: 's2c', bytes: Buffer.from(reply.frame) });
    output.write(`${reply.frame}\n`);
  }

  const lines = splitLines(receive);
  await untilEnd(input, output, (chunk) => {
    try {
      lines.push(chunk);
    } catch (error) {
      const rest = lines.rest();
      if (rest !== undefined) tap.line({ dir: 'c2s', bytes: rest });
      throw error;
    }
  });
  const rest = lines.rest();
  if (rest !== undefined) receive(rest);
  await scripted?.inputEnded();
}

async function untilEnd(input: Readable, output: Writable, onChunk: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (end: () => void): void => {
      input.destroy();
      end();
    };
    input.on('data', (chunk: Buffer) => {
      try {
        onChunk(chunk);
        // A client that asks and does not read would have us keep its answers, which are longer than what it asks.
        if (output.writableNeedDrain) {
          input.pause();
          output.once('drain', () => input.resume());
        }
      } catch (error) {
        stop(() =>
          reject(error instanceof Error ? error : new Error('The frame could not be served', { cause: error })),
        );
      }
    });
    input.on('end', resolve);
    input.on('error', reject);
    // A client that is gone takes the pipe with it (EPIPE): the conversation is over, nothing has failed.
    output.on('error', () => stop(resolve));
  });
}
