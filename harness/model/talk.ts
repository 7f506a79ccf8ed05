import { createHash } from 'node:crypto';
import type { ScriptedCall } from '../../scenarios/types.ts';
import { HarnessError } from '../error.ts';
import { parseJson } from '../json.ts';
import type { Dialect, ModelRequest, Reply, Written } from './dialect.ts';
import { readUtf8, writeModelLine } from './line.ts';
import type { Received } from './receive.ts';
import { nextReply, TURNS_PER_CALL } from './script.ts';

/** What the mocked model does in a run. */
export interface ModelRun {
  /** What ids are made from: the same key gives the same bytes. */
  key: string;
  dialect: Dialect;
  script: ScriptedCall[];
  /** Given each line of model.jsonl, with its newline, before the answer to that request is sent. */
  tap: (line: string) => void;
  /** Told when a request could not be answered: the tap threw, or we failed. The client gets a 500 and no line. */
  onFault?: (error: unknown) => void;
  /** By the server's name of a tool, a token in its description. */
  marks?: Record<string, string>;
}

interface Answer extends Written {
  status: number;
  /** Milliseconds until it is sent. */
  thinks?: number;
}

/** A run's side of the model: what it has heard so far, and its answers. */
export interface Talk {
  /** Answers a request after its line went to the tap. Throws what the tap throws. */
  hear(received: Received): Answer;
  /** The client is started once more: a talk with this script begins. */
  begin(script: ScriptedCall[]): void;
  /** How many requests were heard. */
  requests(): number;
  /** Whether the model has ended the talk with a text; side requests do not count. */
  finished(): boolean;
}

// A client that forgets its history asks for the same turn for ever. No scenario launches a client this often.
const LAUNCHES = 16;

/** Begins a run. All state of a run is in here: counters for ids, never what the script does next. */
export function startTalk({ key, dialect, tap, marks = {}, ...given }: ModelRun): Talk {
  let { script } = given;
  let requests = 0;
  let finished = false;
  const counts = { turn: 0, side: 0, calls: 0 };

  function answerTo({ method, path, bytes, refusal }: Received): Answer {
    if (refusal !== undefined) return refuse(refusal);
    // Some clients first ask whether anyone is there.
    if (method === 'HEAD') return { status: 200, contentType: 'application/json', body: '' };
    const route = dialect.route(method, path);
    if (route === 'models') return { status: 200, ...dialect.models() };
    if (route === 'count' && dialect.count !== undefined) return { status: 200, ...dialect.count() };
    if (route === 'turn') return answerTurn(bytes, path);
    return refuse({ status: 404, message: `Expected a path of ${dialect.id}, got ${method} ${path}.` });
  }

  function refuse({ status, message }: { status: number; message: string }): Answer {
    return { status, ...dialect.error(message, status) };
  }

  function answerTurn(bytes: Buffer, path: string): Answer {
    const request = read(dialect, bytes, path);
    if (typeof request === 'string') return refuse({ status: 400, message: request });
    // Clients make titles and the like in requests of their own, at times of their own: these must not move our ids.
    const kind = request.tools.length === 0 && request.calls.length === 0 ? 'side' : 'turn';
    counts[kind] += 1;
    const id = createHash('sha256').update(`${key}/${kind}/${counts[kind]}`).digest('hex').slice(0, 24);
    const reply = kind === 'side' ? SIDE : reckoned(nextReply(request, script, { id, marks }));
    if (kind === 'turn') finished = reply.kind === 'text';
    const thinks = reply.kind === 'calls' ? reply.thinks : undefined;
    return { status: 200, ...dialect.write(reply, request, id), ...(thinks !== undefined && { thinks }) };
  }

  function reckoned(reply: Reply): Reply {
    if (reply.kind === 'calls') counts.calls += 1;
    return counts.calls > LAUNCHES * TURNS_PER_CALL * script.length ? { kind: 'text', text: 'Enough.' } : reply;
  }

  return {
    hear(received) {
      const { status, contentType, body, thinks } = answerTo(received);
      requests += 1;
      tap(writeModelLine({ ...received, seq: requests, dialect: dialect.id, status, response: body }));
      return { status, contentType, body, ...(thinks !== undefined && { thinks }) };
    },
    begin(next) {
      script = next;
      finished = false;
    },
    requests: () => requests,
    finished: () => finished,
  };
}

const SIDE: Reply = { kind: 'text', text: 'A short note.' };

/** The request, or what is wrong with it. */
function read(dialect: Dialect, bytes: Buffer, path: string): ModelRequest | string {
  const text = readUtf8(bytes);
  const body = text === undefined ? undefined : parseJson(text);
  if (body === undefined) return `Expected JSON in UTF-8, got ${bytes.length === 0 ? 'nothing' : 'other bytes'}.`;
  try {
    return dialect.read(body, path);
  } catch (error) {
    if (error instanceof HarnessError) return error.message;
    throw error;
  }
}
