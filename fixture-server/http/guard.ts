import type { Headers, HttpReply } from '../eras/era.ts';
import { errorReply, INVALID_REQUEST } from '../rpc.ts';
import { MAX_BODY_BYTES } from './body.ts';

/** A page of another site reaches this server under that site's name, or says so in its origin. */
const LOCAL_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

/** The head of a request as far as it decides whether the request is taken at all. */
export interface RequestHead {
  method: string;
  headers: Headers;
  atEndpoint: boolean;
  whole: boolean;
}

/**
 * What HTTP itself has against a request, whatever its era: 403 for a foreign Host or Origin (DNS rebinding, Streamable
 * HTTP "Security"), 404 beside the endpoint, 405 for other methods, 406 and 415 for wrong media types, 413.
 */
export function refuseRequest({ method, headers, atEndpoint, whole }: RequestHead): HttpReply | undefined {
  const foreign = refuseForeigner(headers);
  if (foreign !== undefined) return foreign;
  if (!atEndpoint) return refusal(404, 'Expected the path of the MCP endpoint, got another');
  if (method !== 'POST' && method !== 'GET' && method !== 'DELETE') {
    return { status: 405, headers: { allow: 'GET, POST, DELETE' } };
  }
  const expected = { POST: [JSON_TYPE, STREAM_TYPE], GET: [STREAM_TYPE], DELETE: [] }[method];
  const accepted = mediaTypes(headers['accept']);
  if (!expected.every((type) => accepted.includes(type))) {
    return refusal(406, `Expected an Accept header that lists ${expected.join(' and ')}`);
  }
  if (method === 'POST' && mediaTypes(headers['content-type'])[0] !== JSON_TYPE) {
    return refusal(415, `Expected the Content-Type ${JSON_TYPE}`);
  }
  return whole ? undefined : refusal(413, `Expected a body of at most ${MAX_BODY_BYTES} bytes, got more`);
}

/** 403 for what another site may have sent (Streamable HTTP, "Security"). */
export function refuseForeigner(headers: Headers): HttpReply | undefined {
  if (!isLocalHost(headers['host'])) return refusal(403, 'Expected a Host header of this machine, got another');
  if (headers['origin'] !== undefined && !isLocalOrigin(headers['origin'])) {
    return refusal(403, 'Expected an Origin of this machine or none, got another');
  }
  return undefined;
}

export function refusal(status: number, message: string): HttpReply {
  return errorReply(undefined, { code: INVALID_REQUEST, message }, status);
}

function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && LOCAL_HOSTS.has(host.toLowerCase().replace(/:\d*$/, ''));
}

function isLocalOrigin(origin: string): boolean {
  const [, host] = /^https?:\/\/([^/]+)$/.exec(origin) ?? [];
  return isLocalHost(host);
}

/** The media types of a header without their parameters, in order. */
function mediaTypes(header: string | undefined): string[] {
  return (header ?? '').split(',').map((type) => (type.split(';', 1)[0] ?? '').trim().toLowerCase());
}
