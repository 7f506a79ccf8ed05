import type { LogLevel, Step } from '../../scenarios/behaviour.ts';
import { isObject } from '../frame.ts';
import type { Incoming } from './exchange.ts';
import { notification } from './subscriptions.ts';
import type { World } from './world.ts';

const LEVELS: readonly string[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] satisfies LogLevel[];

interface Occasion {
  incoming?: Incoming;
  world: World;
}

/** A log message as a frame; `undefined` where the client does not want it. */
export function logOf(
  { level, logger, data, bytes, anyway }: Extract<Step, { log: unknown }>['log'],
  { incoming, world }: Occasion,
): string | undefined {
  if (anyway !== true && !wants(level, incoming, world)) return undefined;
  const said = bytes === undefined ? (data ?? `A message of level ${level}.`) : 'x'.repeat(bytes);
  return notification('notifications/message', { level, ...(logger !== undefined && { logger }), data: said });
}

/** 2025-11-25 Logging: until a client sets a level, the server decides. 2026-07-28: without a level in the request, none. */
function wants(level: LogLevel, incoming: Incoming | undefined, { logLevels }: World): boolean {
  if (incoming?.era === 'stateless') {
    const { _meta } = incoming.params;
    const least = isObject(_meta) ? _meta['io.modelcontextprotocol/logLevel'] : undefined;
    return typeof least === 'string' && LEVELS.indexOf(level) >= LEVELS.indexOf(least);
  }
  const least = incoming === undefined ? undefined : logLevels.get(incoming.peer);
  return least === undefined || LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

/** Progress as a frame; `undefined` where the client gave no token. */
export function progressOf(
  { token, ...progress }: Extract<Step, { progress: unknown }>['progress'],
  { incoming }: Occasion,
): string | undefined {
  const { _meta } = incoming?.params ?? {};
  const progressToken = token ?? (isObject(_meta) ? _meta['progressToken'] : undefined);
  if (progressToken === undefined) return undefined;
  return notification('notifications/progress', { progressToken, ...progress });
}
