import type { ConnectionError } from '../errors.ts';

const CODES = new Set([-32022, -32601]);
const PHRASES = [
  'unsupported protocol version',
  '-32022',
  '-32601',
  'method not found',
  'unknown method',
  'not found: ping',
  'method not supported',
];

/**
 * Whether a failed `initialize` looks like a server that only knows the stateless era (the original client's rule).
 * Silence never does: the server may merely be slow. Neither does a refusal by the authorization layer.
 */
export function looksStateless({ code, rpcCode = 0, rpcMessage = '', httpStatus }: ConnectionError): boolean {
  switch (code) {
    case 'rejected':
      return CODES.has(rpcCode) || PHRASES.some((phrase) => rpcMessage.toLowerCase().includes(phrase));
    case 'http_status':
      // Over HTTP an unknown method may be answered like an unknown page.
      return httpStatus === 404;
    case 'era_mismatch':
      return true;
    default:
      return false;
  }
}
