import type { JsonObject } from '../../types.ts';

/** A step of an answer of the stdio server; over HTTP the texts are the body. */
export type Step = { write: string } | { repeat: string; times: number } | { exit: number } | { closeOutput: true };

/** An answer to one method, or one for each time that it is asked. */
export type Answers = Record<string, Step[] | Step[][]>;

/** A line that is sent as it stands; `{{id}}` becomes the request's id. */
export function raw(text: string): Step[] {
  return [{ write: `${text}\n` }];
}

/** A result as it stands; the text may be any JSON. */
export function resultText(result: string): Step[] {
  return raw(`{"jsonrpc":"2.0","id":{{id}},"result":${result}}`);
}

export function result(value: JsonObject): Step[] {
  return resultText(JSON.stringify(value));
}

export function refusal(code: number, message: string, data?: JsonObject): Step[] {
  return raw(`{"jsonrpc":"2.0","id":{{id}},"error":${JSON.stringify({ code, message, ...(data && { data }) })}}`);
}

export const initialized = (revision = '2025-11-25', capabilities: JsonObject = { tools: {} }): Step[] =>
  result({ protocolVersion: revision, capabilities, serverInfo: { name: 'raw', version: '1' } });

export const discovered = (versions = ['2026-07-28'], capabilities: JsonObject = { tools: {} }): Step[] =>
  result({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', supportedVersions: versions, capabilities });

export const tool = (name: string): JsonObject => ({ name, description: 'd', inputSchema: { type: 'object' } });

/** A server of the handshake era with one tool. */
export const handshakeServer: Answers = {
  initialize: initialized(),
  'tools/list': result({ tools: [tool('t')] }),
  'tools/call': result({ content: [{ type: 'text', text: 'hi' }] }),
};

const newRevisionOnly = refusal(-32022, 'Unsupported protocol version', {
  supported: ['2026-07-28'],
  requested: '2025-11-25',
});

/** A server of the stateless era with one tool, that refuses a handshake by the code of the specification. */
export const statelessServer: Answers = {
  initialize: newRevisionOnly,
  'server/discover': discovered(),
  'tools/list': result({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [tool('t')] }),
  'tools/call': result({ resultType: 'complete', content: [{ type: 'text', text: 'hi' }] }),
};
