import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/client';
import type { Channel } from '../channel.ts';
import { createDeliver } from '../deliver.ts';
import { ConnectionError } from '../errors.ts';
import type { RequestId } from '../frame.ts';
import type { Ledger } from '../ledger.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import { createReadMessages } from '../messages.ts';
import { oneLine } from '../text.ts';
import { nextTurn } from '../turn.ts';
import { readToEnd } from './last-words.ts';
import { readLines } from './lines.ts';
import { type ServerCommand, type ServerProcess, type StartContext, startServer } from './server-process.ts';
import { hasExited, stopServer } from './stop.ts';

/** How long the exit may take after the last output, so that it can be told. */
const TRAILING_MS = 500;
/** More lines of noise than this are not logged. */
const NOISE_LINES = 20;

/**
 * Starts a server and talks to it over its pipes, one JSON-RPC message a line (specification, basic/transports/stdio).
 * Throws ConnectionError `spawn_failed`, `blocked`.
 */
export async function openStdio(
  name: string,
  command: ServerCommand,
  context: StartContext,
  ledger: Ledger,
): Promise<Channel> {
  const { log } = context;
  const server = await startServer(name, command, context);
  let transport: Transport | undefined;
  const readMessages = createReadMessages(ledger);
  const deliver = createDeliver(name, () => transport, { ledger, log });
  let ended: ConnectionError | undefined;
  let stopping: Promise<void> | undefined;
  let noise = 0;
  let lines = 0;
  /** What broke while the process may still run. */
  let broken: 'stdin' | 'stdout' | undefined;
  /** Requests that the pipe has not taken as a whole. */
  const unwritten = new Set<RequestId>();

  /** Answers with whether the engine was handed something. */
  function takeLine(bytes: Buffer): boolean {
    const messages = readMessages(bytes, ledger.guess);
    if ('values' in messages)
      return messages.values.map((value) => deliver(ledger.received(value, ledger.guess(value)))).includes(true);
    takeNoise(oneLine(ledger.hide(messages.noise), 200));
    return false;
  }

  function takeNoise(text: string): void {
    ledger.missed('not_json', `a line that is no JSON: ${text === '' ? 'an empty one' : text.slice(0, 80)}`);
    noise += 1;
    if (text === '' || noise > NOISE_LINES) return;
    const last = noise === NOISE_LINES ? ' (further lines of this kind are not logged)' : '';
    log(`MCP server "${name}" wrote a line to stdout that is no JSON: ${text}${last}`);
  }

  function takeTooLong(): boolean {
    const message = `MCP server "${name}" sent a message of more than ${MAX_MESSAGE_BYTES} bytes; it was dropped`;
    log(message);
    // Whose answer it was cannot be read any more; requests are serialised, so only one can be meant.
    return deliver(ledger.fail(new ConnectionError('too_large', message)));
  }

  /** The end that has come although not all is read: a request that goes out now would reach nobody. */
  function goneBy(): ConnectionError | undefined {
    if (ended !== undefined || (broken === undefined && !hasExited(server.child))) return ended;
    return endOf(server.child);
  }

  function endOf(child: Exit, cause?: unknown): ConnectionError {
    const message = `MCP server "${name}" ${describeEnd(child, broken)}; its stderr is in logs/mcp-stderr.log`;
    return new ConnectionError('closed', message, { cause });
  }

  function end(error: ConnectionError): void {
    if (ended !== undefined) return;
    ended = error;
    transport?.onclose?.();
  }

  function stop(): Promise<void> {
    stopping ??= (async () => {
      if (!(await stopServer(server))) log(`MCP server "${name}": process group ${server.pid} outlived SIGKILL`);
      // Only now is all written that a server in its last moments complained of.
      await Promise.race([server.complained, wait(TRAILING_MS, undefined, { ref: false })]);
      server.stderr?.destroy();
      await Promise.all([server.watchdog.release(), server.complained]);
    })();
    return stopping;
  }

  async function listen(): Promise<void> {
    let cause: unknown;
    try {
      for await (const line of readLines(server.stdout, MAX_MESSAGE_BYTES)) {
        lines += 1;
        const handed = 'bytes' in line ? takeLine(line.bytes) : takeTooLong();
        // One frame a turn: the engine handles an answer at once but a request of the server a moment later.
        if (handed) await nextTurn();
      }
    } catch (error) {
      cause = error;
    }
    broken ??= 'stdout';
    await Promise.race([exited, wait(TRAILING_MS, undefined, { ref: false })]);
    end(endOf(server.child, cause));
    await stop();
  }

  /** Reads what the server wrote before; who else holds its stdout open, a grandchild, is not waited for. */
  async function leave(): Promise<void> {
    await readToEnd(() => {
      const { bytesRead, readableLength } = server.stdout as Socket;
      return { bytes: bytesRead, lines, waiting: readableLength };
    });
    server.stdout.destroy();
  }

  const exited = new Promise<void>((resolve) => {
    server.child.once('exit', () => {
      resolve();
      void leave();
    });
  });
  server.stdin.once('error', () => {
    broken ??= 'stdin';
    void leave();
  });
  void listen();

  return {
    open() {
      const opened: Transport = {
        async start() {
          const gone = goneBy();
          if (gone !== undefined) throw gone;
          transport = opened;
        },
        async send(message) {
          const gone = goneBy();
          if (gone !== undefined) throw gone;
          ledger.sent(message);
          const { method, id } = message as { method?: string; id?: RequestId };
          if (method !== undefined && id !== undefined) unwritten.add(id);
          server.stdin.write(`${JSON.stringify(message)}\n`, (error) => {
            if (method === undefined) ledger.answered(id);
            else if (!error && id !== undefined) unwritten.delete(id);
          });
        },
        async close() {
          if (transport !== opened) return;
          transport = undefined;
          opened.onclose?.();
        },
      };
      return opened;
    },
    settled: async () => undefined,
    ended: goneBy,
    reached: (id) => !unwritten.has(id),
    async close() {
      end(new ConnectionError('closed', `The connection to MCP server "${name}" was closed`));
      await stop();
    },
  };
}

type Exit = Pick<ServerProcess['child'], 'exitCode' | 'signalCode'>;

function describeEnd({ exitCode, signalCode }: Exit, broken: string | undefined): string {
  if (signalCode !== null) return `was ended by ${signalCode}`;
  return exitCode === null ? `closed its ${broken ?? 'stdout'}` : `exited with code ${exitCode}`;
}
