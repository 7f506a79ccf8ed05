import { findCanaries } from '../canary.ts';
import { servedTools } from '../served.ts';
import type { Evidence, JsonObject, ModelExchange, Scenario, WireFrame } from '../types.ts';

/** A frame before it has a place in a file. */
export type Loose = Omit<WireFrame, 'line' | 'process'> & { process?: number };
/** An exchange with the model before it has one. */
export type LooseTurn = Partial<Omit<ModelExchange, 'line'>>;

/** Evidence as far as checks look at it. */
export function evidenceOf(given: { wire?: Loose[]; model?: LooseTurn[]; log?: string[] }): Evidence {
  const { wire = [], model = [], log } = given;
  return {
    wire: wire.map((frame, index) => ({ line: index + 1, process: 1, ...frame })),
    model: model.map((turn, index) => ({
      line: index + 1,
      body: bodyOf(turn),
      tools: [],
      results: [],
      calls: [],
      ...turn,
    })),
    ...(log && { log: log.map((text, index) => ({ line: index + 1, text })) }),
  };
}

export function c2s(message: JsonObject, more: Partial<Loose> = {}): Loose {
  const full: JsonObject = { jsonrpc: '2.0', ...message };
  return { dir: 'c2s', text: JSON.stringify(full), message: full, ...more };
}

export function s2c(message: JsonObject, more: Partial<Loose> = {}): Loose {
  const full: JsonObject = { jsonrpc: '2.0', ...message };
  return { dir: 's2c', text: JSON.stringify(full), message: full, ...more };
}

/** A request of HTTP without a message. */
export function http(method: string, path = '/mcp', headers: Record<string, string> = {}): Loose {
  return { dir: 'c2s', text: '', http: { method, path, headers } };
}

/** The head of a POST. */
export function post(headers: Record<string, string> = {}, path = '/mcp'): Pick<Loose, 'http'> {
  return { http: { method: 'POST', path, headers } };
}

export function call(tool: string, id = 1): JsonObject {
  return { id, method: 'tools/call', params: { name: tool, arguments: {} } };
}

/** A request to the model that offers tools of a scenario by their marks. */
export function offering(scenario: Scenario, ...names: string[]): LooseTurn {
  return {
    tools: names.map((name, index) => ({
      name: `mcp__probe__${name}`,
      description: tokensOf(scenario, name).mark,
      pointer: `/tools/${index}`,
    })),
  };
}

/** Results with the answers of tools, in this order. */
export function results(scenario: Scenario, ...names: string[]): Required<Pick<ModelExchange, 'results'>> {
  return { results: names.map((name) => result(name, `it says ${tokensOf(scenario, name).answer}`)) };
}

export function result(callId: string, text: string): ModelExchange['results'][number] {
  return { callId, pointer: `/messages/${callId}`, texts: [{ pointer: `/messages/${callId}`, text }] };
}

export function asking(...names: string[]): Required<Pick<ModelExchange, 'calls'>> {
  return {
    calls: names.map((name) => ({
      id: name,
      name: `mcp__probe__${name}`,
      arguments: '{}',
      target: `mcp__probe__${name}`,
    })),
  };
}

/** What every check of a scenario says of some evidence. */
export function outcomes({ id, judgement }: Scenario, evidence: Evidence): Record<string, string> {
  if (judgement.kind !== 'behaviour') throw new TypeError(`Expected a behaviour scenario, got ${id}`);
  return Object.fromEntries(judgement.checks.map((check) => [check.id, check.ask(evidence).outcome]));
}

/** All of a scenario's checks with one outcome. */
export function all({ judgement }: Scenario, outcome: string): Record<string, string> {
  return Object.fromEntries(judgement.kind === 'calibration' ? [] : judgement.checks.map(({ id }) => [id, outcome]));
}

function tokensOf({ id, serve }: Scenario, name: string): { mark: string; answer: string } {
  const tool = servedTools(serve).find(({ definition }) => definition.name === name);
  if (tool === undefined) throw new TypeError(`Expected a tool of ${id}, got ${name}`);
  const [mark, answer] = [tool.definition.description, JSON.stringify(tool.answer)].map(
    (text) => findCanaries(text)[0]?.token ?? '',
  );
  return { mark: mark ?? '', answer: answer ?? '' };
}

function bodyOf({ tools = [], results: told = [] }: LooseTurn): JsonObject {
  return {
    tools: tools.map(({ name, description }) => ({ name, description })),
    told: told.flatMap(({ texts }) => texts.map(({ text }) => text)),
  };
}
