import { describe, expect, it } from 'vitest';
import { createGuests } from './guests.ts';

const request = (id: number | string) => ({ jsonrpc: '2.0', id, method: 'ping' });

describe('the requests of a server', () => {
  it('are let in while fewer than 64 are open', () => {
    const guests = createGuests();
    for (let id = 0; id < 64; id += 1) expect(guests.admit(request(id))).toBeUndefined();
    expect(guests.admit(request('next'))).toBe('expected at most 64 open requests of the server, got another one');
    guests.answered(7);
    expect(guests.admit(request('next'))).toBeUndefined();
  });

  it('make room when they are cancelled, since nothing answers them then', () => {
    const guests = createGuests();
    expect(guests.admit(request('a'))).toBeUndefined();
    expect(guests.admit(request('a'))).toMatch(/whose id another one has that is open$/);
    expect(guests.admit({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } })).toBe(
      undefined,
    );
    expect(guests.admit(request('a'))).toBeUndefined();
  });

  it('have a short id; 1 and "1" are two', () => {
    const guests = createGuests();
    expect([guests.admit(request(1)), guests.admit(request('1'))]).toEqual([undefined, undefined]);
    expect(guests.admit(request('x'.repeat(1001)))).toBe(
      'expected the id of a request to have at most 1000 characters, got 1001',
    );
  });

  it('are not confused with notifications, which are not limited', () => {
    const guests = createGuests();
    for (let n = 0; n < 1000; n += 1)
      expect(guests.admit({ jsonrpc: '2.0', method: 'notifications/progress' })).toBeUndefined();
    expect(guests.admit({ jsonrpc: '2.0', method: 'notifications/cancelled' })).toBeUndefined();
  });
});
