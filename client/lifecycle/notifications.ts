import { limitLog } from '../connection/log.ts';
import type { Notified } from '../connection/notices.ts';
import { oneLine } from '../connection/text.ts';
import type { Log } from '../home/log.ts';
import type { JsonObject } from '../types.ts';

/** How much of one message of a server is logged, in UTF-16 units (the original client's bound). */
const LONGEST_MESSAGE = 2000;

type Level = Parameters<Log>[0];

/** The levels of the specification (RFC 5424) in those of this client's log; a level that is none of them is `info`. */
const LEVELS: ReadonlyMap<unknown, Level> = new Map([
  ['debug', 'debug'],
  ['info', 'info'],
  ['notice', 'info'],
  ['warning', 'warning'],
  ['error', 'error'],
  ['critical', 'error'],
  ['alert', 'error'],
  ['emergency', 'error'],
]);

/**
 * What a server's notifications come to: its log messages stand in the client's log, a change of its tools is passed on,
 * and all else is noted and left alone. Nothing reaches the model.
 *
 * @param options `hide`: takes the secrets of the entry out of a text
 */
export function createNotificationHandler(
  server: string,
  { hide, log, onListChanged }: { hide: (text: string) => string; log: Log; onListChanged: () => void },
): Notified {
  // One count for all levels: a server that fills the log with debug lines has had its say.
  let level: Level = 'info';
  const limited = limitLog((line) => log(level, line, 'server'), server);
  const note = (as: Level, line: string) => {
    level = as;
    limited(line);
  };
  return (method, params) => {
    if (method === 'notifications/tools/list_changed') onListChanged();
    else if (method === 'notifications/message')
      note(LEVELS.get(params.level) ?? 'info', messageLine(server, params, hide));
    else note('debug', `MCP server "${server}": ${oneLine(hide(method), 80)} is not acted on`);
  };
}

function messageLine(server: string, { logger, data }: JsonObject, hide: (text: string) => string): string {
  const tag = typeof logger === 'string' && logger !== '' ? `${server}/${oneLine(hide(logger), 80)}` : server;
  const text = hide(typeof data === 'string' ? data : write(data));
  const cut = text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}... [truncated]` : text;
  return `MCP log [${tag}]: ${cut}`;
}

function write(data: unknown): string {
  try {
    return JSON.stringify(data) ?? 'nothing';
  } catch {
    return 'a value that is nested too deeply';
  }
}
