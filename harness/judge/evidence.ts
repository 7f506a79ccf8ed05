import type { Evidence, JsonObject, LogLine } from '../../scenarios/types.ts';
import { isObject, parseJson } from '../json.ts';
import { readModelLines } from '../model/exchanges.ts';
import { readFrame } from './wire-frame.ts';

/** Stored evidence that cannot be read: `code` says how, the message where, what was expected and what came. */
export class EvidenceError extends Error {
  readonly code: 'no-json' | 'half-written' | 'wrong-form';

  constructor(code: EvidenceError['code'], message: string) {
    super(message);
    this.name = 'EvidenceError';
    this.code = code;
  }
}

/**
 * Parses the files of a run: two of JSON lines, each line ended, and the lines of the client's log where they are kept.
 * `line` in what comes out counts from 1. Throws {@link EvidenceError} at the first line that is corrupt, half-written or
 * of another form.
 */
export function readEvidence(wireJsonl: string, modelJsonl: string, logText?: string): Evidence {
  const wire = readLines('wire.jsonl', wireJsonl, WIRE_FORM).map(({ line, value }) => readFrame(value, line));
  // Only the form is checked here: what a line says is for the model's dialect to read.
  readLines('model.jsonl', modelJsonl, MODEL_FORM);
  return { wire, model: readModelLines(modelJsonl), ...(logText !== undefined && { log: readLog(logText) }) };
}

function readLog(text: string): LogLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, index) => ({ line: index + 1, text: line }));
}

type Kind = 'integer' | 'boolean' | 'string' | 'object' | 'c2s or s2c';
interface Form {
  required: Record<string, Kind>;
  optional: Record<string, Kind>;
  /** One of these stands in the line: the bytes as text, or in base64 where they are no UTF-8. */
  bytes: [string, string];
}

const WIRE_FORM: Form = {
  required: { seq: 'integer', process: 'integer', dir: 'c2s or s2c' },
  optional: { launch: 'integer', exchange: 'integer', http: 'object' },
  bytes: ['text', 'base64'],
};
const MODEL_FORM: Form = {
  required: {
    seq: 'integer',
    dialect: 'string',
    method: 'string',
    path: 'string',
    status: 'integer',
    response: 'string',
  },
  optional: { launch: 'integer', reached: 'boolean' },
  bytes: ['body', 'base64'],
};

interface Line {
  line: number;
  value: JsonObject;
}

function readLines(file: string, jsonl: string, form: Form): Line[] {
  if (jsonl === '') return [];
  const lines = jsonl.split('\n');
  const last = lines.pop();
  if (last !== '') {
    throw new EvidenceError(
      'half-written',
      `Expected line ${lines.length + 1} of ${file} to end in a newline, got the end of the file`,
    );
  }
  return lines.map((text, index) => ({ line: index + 1, value: readLine(`line ${index + 1} of ${file}`, text, form) }));
}

function readLine(where: string, text: string, { required, optional, bytes }: Form): JsonObject {
  const value = parseJson(text);
  if (value === undefined) {
    throw new EvidenceError('no-json', `Expected ${where} to be JSON, got ${JSON.stringify(text.slice(0, 40))}`);
  }
  if (!isObject(value))
    throw new EvidenceError('wrong-form', `Expected ${where} to be an object, got ${kindOf(value)}`);
  const [plain, base64] = bytes;
  const kinds: Record<string, Kind> = { ...required, ...optional, [plain]: 'string', [base64]: 'string' };
  for (const [key, kind] of Object.entries(kinds)) {
    if (value[key] === undefined && !(key in required)) continue;
    if (!isKind(value[key], kind)) {
      throw new EvidenceError('wrong-form', `Expected "${key}" to be ${kind} (${where}), got ${kindOf(value[key])}`);
    }
  }
  if ((value[plain] === undefined) === (value[base64] === undefined)) {
    throw new EvidenceError(
      'wrong-form',
      `Expected one of "${plain}" and "${base64}" (${where}), got ${value[plain] === undefined ? 'neither' : 'both'}`,
    );
  }
  return value;
}

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === 'integer') return Number.isSafeInteger(value) && Number(value) >= 1;
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'c2s or s2c') return value === 'c2s' || value === 's2c';
  return kind === 'object' ? isObject(value) : typeof value === 'string';
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  return Array.isArray(value) ? 'an array' : 'an object';
}
