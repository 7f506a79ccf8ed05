import type { AnswerForm, LogLevel, Step } from '../../scenarios/behaviour.ts';
import { isObject } from '../frame.ts';
import { anything, type Check, httpAnswer, members, membersWith, oneOf, text, whole } from './checks.ts';
import { MALFORMED } from './malformed.ts';

type StepName = Step extends infer Each ? (Each extends Step ? keyof Each : never) : never;

const LEVELS: LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const SIGNALS = ['SIGTERM', 'SIGKILL', 'SIGSEGV', 'SIGABRT'];

const number: Check = (value, place) => (typeof value === 'number' ? undefined : `"${place}" to be a number`);
const object: Check = (value, place) => (isObject(value) ? undefined : `"${place}" to be an object`);

const malformed: Check = (value, place) =>
  typeof value === 'string' && Object.hasOwn(MALFORMED, value)
    ? undefined
    : `"${place}" to name a malformed answer: ${Object.keys(MALFORMED).join(', ')}`;

const ANSWER: Record<keyof AnswerForm, Check> = {
  as: oneOf('json', 'sse'),
  status: whole(200, 599),
  frame: text,
  malformed,
  generate: whole(0),
  chunked: oneOf(true),
  cut: whole(0),
  drip: membersWith(['bytes', 'ms'], { bytes: whole(1), ms: whole(0) }),
};

/** The members of a step, one of which it has. */
export const STEPS: Record<StepName, Check> = {
  wait: whole(0),
  until: membersWith(['method', 'number'], { method: text, number: whole(1) }),
  execute: oneOf(true),
  answer: members(ANSWER),
  send: text,
  flood: membersWith(['frame', 'times'], { frame: text, times: whole(0) }),
  notify: membersWith(['method'], {
    method: text,
    params: object,
    times: whole(0),
    over: oneOf('request', 'stream'),
  }),
  listChanged: whole(0),
  log: membersWith(['level'], {
    level: oneOf(...LEVELS),
    logger: text,
    data: anything,
    bytes: whole(0),
    anyway: oneOf(true),
  }),
  progress: membersWith(['progress'], { progress: number, total: number, message: text, token: anything }),
  http: httpAnswer,
  suspend: members({ retry: whole(0) }),
  end: oneOf('answer', 'streams'),
  drop: oneOf('answer', 'streams'),
  exit: (value, place) =>
    SIGNALS.some((each) => each === value) || whole(0, 255)(value, place) === undefined
      ? undefined
      : `"${place}" to be a code or a signal (${SIGNALS.join(', ')})`,
  stderr: membersWith(['lines'], { lines: whole(0), text }),
  tools: text,
  expire: httpAnswer,
};
