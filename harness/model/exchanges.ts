import type { Json, ModelExchange } from '../../scenarios/types.ts';
import { HarnessError } from '../error.ts';
import { member, parseJson, string } from '../json.ts';
import type { Dialect, DialectId } from './dialect.ts';
import { dialects } from './dialects.ts';

/**
 * Reads model.jsonl. Each line is read through the dialect that it names; a request that is no turn of a talk (a list of
 * models, a path that nobody knows, bytes that are no JSON) has no tools, results and calls. `body` is undefined where
 * it is no JSON in UTF-8. Throws HarnessError `store` where a line is not in the form of model-line.schema.json.
 */
export function readModelLines(jsonl: string): ModelExchange[] {
  const lines = jsonl.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => readLine(line, index + 1));
}

function readLine(text: string, line: number): ModelExchange {
  const value = parseJson(text);
  const id = string(member(value, 'dialect'));
  if (!Object.hasOwn(dialects, id) || typeof member(value, 'response') !== 'string') {
    throw new HarnessError(
      'store',
      `Expected line ${line} of model.jsonl to be an exchange in ${Object.keys(dialects).join(', ')}, got ${text.slice(0, 80)}`,
    );
  }
  const dialect = dialects[id as DialectId];
  const body = parseJson(string(member(value, 'body')));
  const launch = member(value, 'launch');
  const started = typeof launch === 'number' ? { launch, reached: member(value, 'reached') === true } : {};
  const nothing: ModelExchange = { line, ...started, body, tools: [], results: [], calls: [] };
  const path = string(member(value, 'path'));
  if (body === undefined || dialect.route(string(member(value, 'method')), path) !== 'turn') return nothing;
  return readTurn(dialect, { body, path, response: string(member(value, 'response')) }, nothing);
}

function readTurn(
  dialect: Dialect,
  { body, path, response }: { body: Json; path: string; response: string },
  nothing: ModelExchange,
): ModelExchange {
  try {
    const { tools, results } = dialect.read(body, path);
    return {
      ...nothing,
      tools: tools.map(({ name, description, pointer }) => ({ name, description, pointer })),
      results,
      calls: dialect.readCalls(response),
    };
  } catch (error) {
    if (error instanceof HarnessError) return nothing;
    throw error;
  }
}
