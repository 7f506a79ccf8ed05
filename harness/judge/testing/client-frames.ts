import type { JsonObject } from '../../../scenarios/types.ts';

/** Well-formed frames of a client in each revision, with many of their optional members, for mutation. */
export function clientFrames(revision: string): JsonObject[] {
  return revision === '2026-07-28' ? statelessFrames() : handshakeFrames(revision);
}

function handshakeFrames(revision: string): JsonObject[] {
  const tasks = revision === '2025-11-25';
  const clientInfo = {
    name: 'a-client',
    version: '1',
    ...(revision >= '2025-06-18' && { title: 'A client' }),
    ...(tasks && {
      websiteUrl: 'https://example.com/',
      icons: [{ src: 'https://example.com/i.png', mimeType: 'image/png' }],
    }),
  };
  const capabilities = {
    roots: { listChanged: true },
    sampling: {},
    experimental: { anything: {} },
    ...(revision >= '2025-06-18' && { elicitation: {} }),
  };
  const frames: JsonObject[] = [
    request('initialize', { protocolVersion: revision, capabilities, clientInfo }),
    { jsonrpc: '2.0', id: 'p-1', method: 'ping' },
    request('tools/list', { cursor: 'next' }),
    request('tools/call', { name: 'a_tool', arguments: { a: 1 }, _meta: { progressToken: 4 } }),
    request('resources/list', {}),
    request('resources/templates/list', {}),
    request('resources/read', { uri: 'file:///a' }),
    request('resources/subscribe', { uri: 'file:///a' }),
    request('resources/unsubscribe', { uri: 'file:///a' }),
    request('prompts/list', {}),
    request('prompts/get', { name: 'a_prompt', arguments: { a: 'b' } }),
    request('logging/setLevel', { level: 'debug' }),
    request('completion/complete', { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'a', value: 'b' } }),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    notification('notifications/cancelled', { requestId: 3, reason: 'enough' }),
    notification('notifications/progress', { progressToken: 4, progress: 1, total: 2 }),
    { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
  ];
  const withTasks = [
    request('tasks/get', { taskId: 't' }),
    request('tasks/result', { taskId: 't' }),
    request('tasks/cancel', { taskId: 't' }),
    request('tasks/list', {}),
  ];
  return tasks ? [...frames, ...withTasks] : frames;
}

function statelessFrames(): JsonObject[] {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': {
      name: 'a-client',
      version: '1',
      title: 'A client',
      websiteUrl: 'https://example.com/',
    },
    'io.modelcontextprotocol/clientCapabilities': {
      sampling: {},
      elicitation: { form: {}, url: {} },
      extensions: { 'a/b': {} },
    },
    'io.modelcontextprotocol/logLevel': 'debug',
    progressToken: 'p',
  };
  const ask = (method: string, params: JsonObject = {}): JsonObject => request(method, { ...params, _meta });
  return [
    ask('server/discover'),
    ask('tools/list', { cursor: 'next' }),
    ask('tools/call', { name: 'a_tool', arguments: { a: 1 } }),
    ask('tools/call', {
      name: 'a_tool',
      arguments: {},
      requestState: 'opaque',
      inputResponses: {
        form: { action: 'accept', content: { a: 'b' } },
        roots: { roots: [{ uri: 'file:///a', name: 'a' }] },
        said: { role: 'assistant', model: 'm', content: { type: 'text', text: 'said' }, stopReason: 'endTurn' },
      },
    }),
    ask('resources/list'),
    ask('resources/templates/list'),
    ask('resources/read', { uri: 'file:///a' }),
    ask('prompts/list'),
    ask('prompts/get', { name: 'a_prompt', arguments: { a: 'b' } }),
    ask('completion/complete', {
      ref: { type: 'ref/resource', uri: 'file:///{a}' },
      argument: { name: 'a', value: 'b' },
    }),
    ask('subscriptions/listen', { notifications: { toolsListChanged: true, resourceSubscriptions: ['file:///a'] } }),
    notification('notifications/cancelled', { requestId: 'a', reason: 'enough' }),
  ];
}

function request(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id: 1, method, params };
}

function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params };
}

const REPLACEMENTS = [null, 5, 'str', [], {}, true, -1.5];

/** Copies of a frame with one fault each: at every place a member is deleted, or another value stands in its place. */
export function mutants(frame: JsonObject): JsonObject[] {
  return places(frame).flatMap((path) => [
    changed(frame, path, undefined),
    ...REPLACEMENTS.map((replacement) => changed(frame, path, { replacement })),
  ]);
}

function places(value: unknown, path: string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return path.length === 0 ? [] : [path];
  const inside = Object.entries(value).flatMap(([key, child]) => places(child, [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}

function changed(frame: JsonObject, path: string[], to: { replacement: unknown } | undefined): JsonObject {
  const copy = structuredClone(frame);
  const last = path.at(-1) ?? '';
  let parent = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  if (to === undefined) delete parent[last];
  else parent[last] = to.replacement;
  // A hole in a list is no JSON.
  return JSON.parse(JSON.stringify(copy)) as JsonObject;
}

/** Well-formed results of a client, with the method that the server asked for and the definition that they must fit. */
export function clientResults(revision: string): { asked: string; definition: string; result: JsonObject }[] {
  const said = { role: 'assistant', model: 'm', content: { type: 'text', text: 'said' }, stopReason: 'endTurn' };
  const results = [
    { asked: 'sampling/createMessage', definition: 'CreateMessageResult', result: said },
    { asked: 'roots/list', definition: 'ListRootsResult', result: { roots: [{ uri: 'file:///a', name: 'a' }] } },
  ];
  const elicited = {
    asked: 'elicitation/create',
    definition: 'ElicitResult',
    result: { action: 'accept', content: { a: 'b' } },
  };
  return revision >= '2025-06-18' ? [...results, elicited] : results;
}
