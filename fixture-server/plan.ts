import { readFileSync } from 'node:fs';
import type { Json, JsonObject, ServerMode, ServingPlan } from '../scenarios/types.ts';
import { FixtureError } from './error.ts';
import { isObject } from './frame.ts';

const SERVER_MODES: readonly string[] = ['both', 'handshake', 'stateless'] satisfies ServerMode[];

/** Reads a plan file. Throws FixtureError `invalid-plan` that names the file and the place in it. */
export function readPlan(path: string): ServingPlan {
  let value: Json;
  try {
    value = JSON.parse(readFileSync(path, 'utf8')) as Json;
  } catch (cause) {
    throw new FixtureError('invalid-plan', `Expected a readable file of JSON, got none (${path})`, { cause });
  }
  const problem = problemOf(value);
  if (problem !== undefined) throw new FixtureError('invalid-plan', `Expected ${problem} (${path})`);
  return value as JsonObject & ServingPlan;
}

/** Throws FixtureError `usage` for a name that is no mode. */
export function readServerMode(value: string): ServerMode {
  if (SERVER_MODES.includes(value)) return value as ServerMode;
  throw new FixtureError('usage', `Expected --server to be ${SERVER_MODES.join(', ')}, got ${JSON.stringify(value)}`);
}

function problemOf(plan: Json): string | undefined {
  if (!isObject(plan)) return 'a plan to be an object';
  const { serverInfo, pages, httpAnswer } = plan;
  if (!isObject(serverInfo) || !['name', 'title', 'version'].every((key) => typeof serverInfo[key] === 'string')) {
    return '"serverInfo" to have a name, a title and a version';
  }
  if (httpAnswer !== 'json' && httpAnswer !== 'sse') return '"httpAnswer" to be json or sse';
  if (!Array.isArray(pages)) return '"pages" to be an array of pages';
  for (const [at, page] of pages.entries()) {
    if (!Array.isArray(page)) return `"pages/${at}" to be an array of tools`;
    for (const [index, tool] of page.entries()) {
      const problem = problemOfTool(tool, `pages/${at}/${index}`);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

function problemOfTool(tool: Json, place: string): string | undefined {
  if (!isObject(tool) || !isObject(tool['definition']) || typeof tool['definition']['name'] !== 'string') {
    return `"${place}/definition" to have a name`;
  }
  const answer = tool['answer'];
  if (isObject(answer) && Object.keys(answer).length === 1) {
    if (typeof answer['raw'] === 'string' || isObject(answer['error']) || isObject(answer['result'])) return undefined;
  }
  return `"${place}/answer" to have one member: an object "result" or "error", or a string "raw"`;
}
