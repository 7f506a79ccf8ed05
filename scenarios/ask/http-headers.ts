import type { Evidence, Place } from '../types.ts';
import { answersTo, at, isObject, type Sent, sent } from './wire.ts';

const DECLARED = 'io.modelcontextprotocol/protocolVersion';
/** Requests name the revision in a header since this one. */
const HEADER_SINCE = '2025-06-18';

/** The revision that a request of the stateless era declares; `undefined` in the handshake era. */
export function declaredRevision({ params }: Sent): string | undefined {
  const { _meta } = params;
  const revision = isObject(_meta) ? _meta[DECLARED] : undefined;
  return typeof revision === 'string' ? revision : undefined;
}

/** An `initialize` that was answered with a revision. */
export interface Handshake {
  request: Sent;
  revision: string;
  /** What the answer named over HTTP. */
  session: string | undefined;
}

export function handshakes(evidence: Evidence): Handshake[] {
  return sent(evidence, 'initialize').flatMap((request) =>
    answersTo(evidence, request).flatMap(({ frame, message }) => {
      const { result } = message;
      const revision = isObject(result) ? result['protocolVersion'] : undefined;
      if (typeof revision !== 'string') return [];
      return [{ request, revision, session: frame.http?.headers['mcp-session-id'] }];
    }),
  );
}

/** What is posted after a handshake, with that handshake; over HTTP with a session, the one of that session. */
export function afterHandshake(evidence: Evidence): { post: Sent; handshake: Handshake }[] {
  const known = handshakes(evidence);
  return sent(evidence)
    .filter((post) => post.method !== 'initialize' && declaredRevision(post) === undefined)
    .flatMap((post) => {
      const before = known.filter(
        ({ request: { frame } }) => frame.line < post.frame.line && frame.process === post.frame.process,
      );
      const session = post.frame.http?.headers['mcp-session-id'];
      const handshake = before.findLast((each) => each.session === session) ?? before.at(-1);
      return handshake === undefined ? [] : [{ post, handshake }];
    });
}

/** Posts over HTTP whose headers do not say the revision that was agreed on, or in the stateless era what their body says. */
export function misnamed(evidence: Evidence): Place[] {
  const handshake = afterHandshake(evidence).filter(
    ({ post: { frame }, handshake: { revision } }) =>
      frame.http !== undefined && revision >= HEADER_SINCE && frame.http.headers['mcp-protocol-version'] !== revision,
  );
  const stateless = sent(evidence).filter((post) => {
    const revision = declaredRevision(post);
    const headers = post.frame.http?.headers;
    if (revision === undefined || headers === undefined) return false;
    const name = post.method === 'tools/call' ? post.params['name'] : undefined;
    return (
      headers['mcp-protocol-version'] !== revision ||
      headers['mcp-method'] !== post.method ||
      (name !== undefined && headers['mcp-name'] !== name)
    );
  });
  return [...handshake.map(({ post }) => post), ...stateless].map(({ frame }) => at(frame));
}
