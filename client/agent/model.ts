import { setTimeout as sleepFor } from 'node:timers/promises';
import type { ModelSettings } from '../config/model.ts';
import { plainLine } from '../home/plain-line.ts';
import type { ToolDefinition } from '../types.ts';
import { type Completion, readCompletion } from './completion.ts';
import { AgentError } from './error.ts';
import { BodyTooLargeError, post } from './http-post.ts';
import type { Message } from './messages.ts';

/** Asks the model for the next message of a talk. @throws AgentError */
export type Complete = (messages: Message[], tools: ToolDefinition[]) => Promise<Completion>;

export interface ModelOptions {
  /** Ends the request, and the talk, when the user interrupts. */
  signal: AbortSignal;
  /** Milliseconds for one request. */
  timeout?: number;
  /** Largest answer in bytes. */
  maxBytes?: number;
  /** Waits between attempts; rejects when `signal` aborts. */
  sleep?: (milliseconds: number) => Promise<unknown>;
}

/** Milliseconds before the second and the third attempt. */
const pauses = [500, 2000];

/**
 * A model behind `POST <base_url>/chat/completions` (Chat Completions, no stream). A refused connection and a 5xx answer
 * are tried again at most twice; a 4xx answer never, since the same request would fail again.
 */
export function createModel(settings: ModelSettings, options: ModelOptions): Complete {
  const { signal, timeout = 300_000, maxBytes = 32 * 1024 * 1024 } = options;
  const sleep = options.sleep ?? ((milliseconds) => sleepFor(milliseconds, undefined, { signal }));
  const url = completionsUrl(settings.baseUrl);
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  if (settings.apiKey !== undefined) headers['authorization'] = `Bearer ${settings.apiKey}`;
  const place = `The model at ${url.origin}${url.pathname}`;

  async function attempt(body: string): Promise<string | Failure> {
    try {
      const answer = await post({ url, headers, body, timeout, maxBytes, signal });
      if (answer.status >= 200 && answer.status < 300) return answer.body;
      const said = plainLine(hideKey(errorText(answer.body), settings.apiKey), 300);
      const error = new AgentError(
        'refused',
        `${place} answered HTTP ${answer.status}${said === '' ? '' : `: ${said}`}`,
      );
      return { error, again: answer.status >= 500 };
    } catch (cause) {
      if (signal.aborted) throw new AgentError('interrupted', 'The talk was interrupted', { cause });
      if (cause instanceof BodyTooLargeError) {
        return { error: new AgentError('invalid-answer', `${place}: ${cause.message}`, { cause }), again: false };
      }
      const code =
        cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'no answer';
      const reason =
        cause instanceof Error && cause.name === 'TimeoutError' ? `no answer in ${timeout / 1000} s` : code;
      return {
        error: new AgentError('unreachable', `${place} cannot be reached (${reason})`, { cause }),
        again: code === 'ECONNREFUSED',
      };
    }
  }

  return async (messages, tools) => {
    const body = JSON.stringify({ model: settings.name, messages, ...(tools.length > 0 ? { tools } : {}) });
    let outcome = await attempt(body);
    for (const pause of pauses) {
      if (typeof outcome === 'string' || !outcome.again) break;
      try {
        await sleep(pause);
      } catch (cause) {
        throw new AgentError('interrupted', 'The talk was interrupted', { cause });
      }
      outcome = await attempt(body);
    }
    if (typeof outcome !== 'string') throw outcome.error;
    return readCompletion(outcome);
  };
}

interface Failure {
  error: AgentError;
  again: boolean;
}

function completionsUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url;
}

/** What an error body says: `error.message` of the usual form, else the text itself. */
function errorText(body: string): string {
  try {
    const said = JSON.parse(body)?.error?.message;
    if (typeof said === 'string') return said;
  } catch {
    // No JSON: a proxy's page, for example.
  }
  return body;
}

function hideKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(key, '[REDACTED]');
}
