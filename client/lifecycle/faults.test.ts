import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../connection/errors.ts';
import { endsForGood, endsSession, isAuthError, isPermanent, isRefused, lacksMethod, neverArrived } from './faults.ts';

const error = (...[code, details]: [ConnectionError['code'], ConstructorParameters<typeof ConnectionError>[2]?]) =>
  new ConnectionError(code, 'it went wrong', details);
const status = (httpStatus: number, text = 'refused') => new ConnectionError('http_status', text, { httpStatus });
const wall = (httpStatus: number) => new ConnectionError('unauthorized', 'refused', { httpStatus });
const spawn = (code: string) => error('spawn_failed', { cause: Object.assign(new Error('spawn'), { code }) });

describe('isPermanent', () => {
  it.each([
    error('invalid_entry'),
    error('disabled'),
    error('blocked'),
    error('not_mcp'),
    error('era_mismatch'),
    error('spawn_failed'),
    spawn('ENOENT'),
    spawn('EACCES'),
    wall(401),
    wall(403),
  ])('is true of %j', (one) => {
    expect(isPermanent(one)).toBe(true);
  });

  it.each([
    error('unreachable'),
    error('closed'),
    error('timeout'),
    error('rejected', { rpcCode: -32603 }),
    status(500),
    status(404),
    spawn('EAGAIN'),
    new Error('no such command'),
    undefined,
  ])('is false of %j', (one) => {
    expect(isPermanent(one)).toBe(false);
  });
});

describe('endsForGood', () => {
  it('is true of an entry that names no MCP server', () => {
    expect([error('invalid_entry'), error('not_mcp')].map(endsForGood)).toEqual([true, true]);
    expect([wall(401), spawn('ENOENT'), error('disabled'), undefined].map(endsForGood)).toEqual(Array(4).fill(false));
  });
});

describe('isAuthError and isRefused', () => {
  it('know a wall, and whether other credentials may open it', () => {
    expect([wall(401), wall(403), status(400), status(500), undefined].map(isAuthError)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([wall(401), wall(403), status(401)].map(isRefused)).toEqual([true, false, false]);
  });
});

describe('neverArrived', () => {
  it('is true where the room below says so', () => {
    expect(neverArrived(error('closed', { delivery: 'none' }))).toBe(true);
    expect(neverArrived(error('unreachable', { delivery: 'none' }))).toBe(true);
    expect(neverArrived(error('closed', { delivery: 'unknown' }))).toBe(false);
    expect(neverArrived(error('closed'))).toBe(false);
  });
});

describe('endsSession', () => {
  const said = (rpcMessage: string) => error('rejected', { rpcCode: -32000, rpcMessage });

  it.each([
    error('session_expired', { httpStatus: 404 }),
    wall(401),
    status(400, 'it said: Session Expired'),
    error('closed'),
    error('unreachable', { delivery: 'unknown' }),
    said('Invalid or expired session'),
    said('SESSION NOT FOUND'),
    said('unknown session 7'),
    said('Session terminated'),
    said('Transport is closed'),
    said('connection closed'),
    said('Broken pipe'),
  ])('is true of %j', (one) => {
    expect(endsSession(one)).toBe(true);
  });

  it.each([
    status(400, 'Bad Request: No valid session ID provided'),
    wall(403),
    status(404),
    status(500),
    said('no such file'),
    error('timeout'),
    error('malformed_frame', { delivery: 'unknown' }),
    error('too_large'),
    error('cancelled', { delivery: 'unknown' }),
    // The words of our own messages are not the server's.
    new ConnectionError('timeout', 'MCP server "session not found" gave no answer'),
    new Error('session not found'),
  ])('is false of %j', (one) => {
    expect(endsSession(one)).toBe(false);
  });
});

describe('lacksMethod', () => {
  it('knows the code, the words, and the statuses of servers without JSON-RPC errors', () => {
    const known = [
      error('rejected', { rpcCode: -32601 }),
      error('rejected', { rpcCode: 0, rpcMessage: 'Unknown method ping' }),
      error('rejected', { rpcCode: 0, rpcMessage: 'Method not supported' }),
      status(404),
      status(405),
    ];
    expect(known.map(lacksMethod)).toEqual(known.map(() => true));
    const others = [
      error('rejected', { rpcCode: -32603, rpcMessage: 'busy' }),
      error('timeout'),
      status(500),
      undefined,
    ];
    expect(others.map(lacksMethod)).toEqual(others.map(() => false));
  });
});
