import { setTimeout as wait } from 'node:timers/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../types.ts';
import type { Channel } from '../channel.ts';
import { ConnectionError } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import type { Mask } from '../secrets.ts';
import { oneLine } from '../text.ts';
import { nextTurn } from '../turn.ts';
import { readLines } from './lines.ts';
import { type ServerCommand, startServer } from './server-process.ts';
import { stopServer } from './stop.ts';

/** How long the other half of an end may take: the exit after the last output, or the last output after the exit. */
const TRAILING_MS = 500;
/** More lines of noise than this are not logged. */
const NOISE_LINES = 20;

interface Context {
  home: string;
  environment: NodeJS.ProcessEnv;
  mask: Mask;
  log: (line: string) => void;
}

/**
 * Starts a server and talks to it over its pipes, one JSON-RPC message a line (specification, basic/transports/stdio).
 * Throws ConnectionError `spawn_failed`.
 */
export async function openStdio(
  name: string,
  command: ServerCommand,
  context: Context,
  ledger: Ledger,
): Promise<Channel> {
  const { log } = context;
  const server = await startServer(name, command, context);
  let transport: Transport | undefined;
  let ended: ConnectionError | undefined;
  let stopping: Promise<void> | undefined;
  let noise = 0;

  function deliver(message: JsonObject | undefined): void {
    if (message === undefined) return;
    try {
      transport?.onmessage?.(message as unknown as JSONRPCMessage);
    } catch (error) {
      // One frame that the engine chokes on must not end the reading of the others.
      log(`MCP server "${name}": ${messageOf(error)}`);
    }
  }

  function takeLine(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      noise += 1;
      if (text.trim() === '' || noise > NOISE_LINES) return;
      const last = noise === NOISE_LINES ? ' (further lines of this kind are not logged)' : '';
      log(`MCP server "${name}" wrote a line to stdout that is no JSON: ${oneLine(ledger.hide(text), 200)}${last}`);
      return;
    }
    deliver(ledger.received(value));
  }

  function takeTooLong(): void {
    const message = `MCP server "${name}" sent a message of more than ${MAX_MESSAGE_BYTES} bytes; it was dropped`;
    log(message);
    // Whose answer it was cannot be read any more; requests are serialised, so only one can be meant.
    deliver(ledger.fail(new ConnectionError('too_large', message)));
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
        if ('text' in line) takeLine(line.text);
        else takeTooLong();
        // One frame a turn: the engine handles an answer at once but a notification a moment later, so a progress
        // notification in the same chunk as its answer would come too late.
        await nextTurn();
      }
    } catch (error) {
      cause = error;
    }
    await Promise.race([exited, wait(TRAILING_MS, undefined, { ref: false })]);
    const message = `MCP server "${name}" ${describeEnd(server.child)}; its stderr is in logs/mcp-stderr.log`;
    end(new ConnectionError('closed', message, { cause }));
    await stop();
  }

  const exited = new Promise<void>((resolve) => {
    server.child.once('exit', () => {
      resolve();
      // What it wrote before it went is still read, but a grandchild that holds the pipe open is not waited for.
      setTimeout(() => server.stdout.destroy(), TRAILING_MS).unref();
    });
  });
  void listen();

  return {
    open() {
      const opened: Transport = {
        async start() {
          if (ended !== undefined) throw ended;
          transport = opened;
        },
        async send(message) {
          if (ended !== undefined) throw ended;
          ledger.sent(message);
          const isAnswer = !('method' in message) && 'id' in message;
          server.stdin.write(`${JSON.stringify(message)}\n`, () => {
            if (isAnswer) ledger.answered(message.id);
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
    ended: () => ended,
    async close() {
      end(new ConnectionError('closed', `The connection to MCP server "${name}" was closed`));
      await stop();
    },
  };
}

function describeEnd({ exitCode, signalCode }: { exitCode: number | null; signalCode: NodeJS.Signals | null }): string {
  if (signalCode !== null) return `was ended by ${signalCode}`;
  return exitCode === null ? 'closed its stdout' : `exited with code ${exitCode}`;
}

function messageOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error));
}
