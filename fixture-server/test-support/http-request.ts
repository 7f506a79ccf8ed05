import { type IncomingMessage, request } from 'node:http';
import type { JsonObject } from '../../scenarios/types.ts';

export interface HttpAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

const DEFAULTS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Sends one request as it is told to: fetch would not let a test choose Host or Origin. */
export async function send(
  url: string,
  {
    method = 'POST',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: JsonObject | string | Buffer | JsonObject[] },
): Promise<HttpAnswer> {
  const response = await open(url, { method, headers, ...(body !== undefined && { body }) });
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

/** The same, answered as soon as the head of the answer is there. */
export async function open(
  url: string,
  {
    method,
    headers,
    body,
  }: { method: string; headers: Record<string, string>; body?: JsonObject | string | Buffer | JsonObject[] },
): Promise<IncomingMessage> {
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...DEFAULTS, ...headers }, agent: false }, resolve);
    sent.on('error', reject);
    sent.end(bytes);
  });
}

/** The headers that repeat a stateless request. */
export function statelessHeaders(method: string, name?: string): Record<string, string> {
  return {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
}
