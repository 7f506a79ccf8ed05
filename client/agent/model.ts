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

/** What is sent to a model at most, in UTF-16 units; no model reads as much. */
const maxTalk = 64 * 1024 * 1024;
/** A shorter key may be an ordinary word, and an answer must not lose its words. */
const shortestKey = 8;

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
  const { apiKey = '' } = settings;
  const place = `The model at ${url.origin}${url.pathname}`;

  async function attempt(body: string): Promise<string | Failure> {
    try {
      const answer = await post({ url, headers, body, timeout, maxBytes, signal });
      if (answer.status >= 200 && answer.status < 300) return answer.body;
      const said = plainLine(hideKey(errorMessage(answer.body) ?? answer.body, apiKey), 300);
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
    const body = write({ model: settings.name, messages, ...(tools.length > 0 ? { tools } : {}) });
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
    const completion = read(outcome);
    return { ...completion, text: apiKey.length < shortestKey ? completion.text : hideKey(completion.text, apiKey) };
  };

  /** Some providers put an error into an answer whose status is fine. */
  function read(body: string): Completion {
    try {
      return readCompletion(body);
    } catch (error) {
      const said = errorMessage(body);
      if (said === undefined) throw error;
      throw new AgentError('refused', `${place} answered with an error: ${plainLine(hideKey(said, apiKey), 300)}`);
    }
  }
}

/** A request's body. The history holds what the model sent before, which may be too deep to be written, or too much. */
function write(request: object): string {
  let body: string;
  try {
    body = JSON.stringify(request);
  } catch {
    throw new AgentError('invalid-answer', 'Expected the values in the messages of the talk to be nested less deeply');
  }
  if (body.length <= maxTalk) return body;
  throw new AgentError('too-large', `Expected the talk to have at most ${maxTalk} characters, got ${body.length}`);
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

/** What an error body of the usual form says in its `error.message`; others may be a proxy's page, for example. */
function errorMessage(body: string): string | undefined {
  try {
    const said: unknown = JSON.parse(body)?.error?.message;
    return typeof said === 'string' ? said : undefined;
  } catch {
    return undefined;
  }
}

function hideKey(text: string, key: string): string {
  return key === '' ? text : text.replaceAll(key, '[REDACTED]');
}
