import { readFileSync } from 'node:fs';
import type { Json, JsonObject, ServerMode, ServingPlan } from '../scenarios/types.ts';
import { HANDSHAKE_REVISIONS } from './eras/handshake/revisions.ts';
import { STATELESS_REVISION } from './eras/stateless/envelope.ts';
import { FixtureError } from './error.ts';
import { isObject } from './frame.ts';

const REVISIONS: readonly unknown[] = [...HANDSHAKE_REVISIONS, STATELESS_REVISION];
const SERVER_MODES: readonly string[] = ['both', 'handshake', 'stateless'] satisfies ServerMode[];

/** Reads a plan file. Throws FixtureError `invalid-plan` that names the file and the place in it. */
export async function readPlan(path: string): Promise<ServingPlan> {
  let value: Json;
  try {
    value = JSON.parse(readFileSync(path, 'utf8')) as Json;
  } catch (cause) {
    throw new FixtureError('invalid-plan', `Expected a readable file of JSON, got none (${path})`, { cause });
  }
  const problem = problemOf(value) ?? (await problemOfBehaviour(value));
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
  const { serverInfo, pages, httpAnswer, revisions, capabilities, ttlMs } = plan;
  if (!isObject(serverInfo) || !['name', 'title', 'version'].every((key) => typeof serverInfo[key] === 'string')) {
    return '"serverInfo" to have a name, a title and a version';
  }
  if (httpAnswer !== 'json' && httpAnswer !== 'sse') return '"httpAnswer" to be json or sse';
  if (revisions !== undefined && !(Array.isArray(revisions) && revisions.some((each) => REVISIONS.includes(each)))) {
    return `"revisions" to name some of ${REVISIONS.join(', ')}`;
  }
  if (ttlMs !== undefined && !(Number.isSafeInteger(ttlMs) && Number(ttlMs) >= 0)) return '"ttlMs" to be milliseconds';
  if (capabilities !== undefined && !isObject(capabilities)) return '"capabilities" to be an object';
  return problemOfPages(pages, 'pages');
}

/** What is wrong with pages of tools at a place of a plan. */
export function problemOfPages(pages: Json | undefined, place: string): string | undefined {
  if (!Array.isArray(pages)) return `"${place}" to be an array of pages`;
  for (const [at, page] of pages.entries()) {
    if (!Array.isArray(page)) return `"${place}/${at}" to be an array of tools`;
    for (const [index, tool] of page.entries()) {
      const problem = problemOfTool(tool, `${place}/${at}/${index}`);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** Loaded only where a plan has one, as what serves it is. */
async function problemOfBehaviour(plan: Json): Promise<string | undefined> {
  if (!isObject(plan) || plan['behaviour'] === undefined) return undefined;
  return (await import('./behaviour/check.ts')).problemOfBehaviour(plan['behaviour']);
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
