import { describe, expect, it } from 'vitest';
import { createGuests } from './guests.ts';

describe('the requests of a server', () => {
  it('are let in while fewer than 64 are open', () => {
    const guests = createGuests();
    for (let id = 0; id < 64; id += 1) expect(guests.admit(id)).toBeUndefined();
    expect(guests.admit('next')).toBe('expected at most 64 open requests of the server, got another one');
    guests.answered(7);
    expect(guests.admit('next')).toBeUndefined();
  });

  it('stay open while their answers leave, since a server need not take them', () => {
    const guests = createGuests();
    expect(guests.admit('a')).toBeUndefined();
    expect(guests.admit('a')).toMatch(/whose id another one has that is open$/);
    guests.answered('a');
    expect(guests.admit('a')).toBeUndefined();
  });

  it('have a short id; 1 and "1" are two', () => {
    const guests = createGuests();
    expect([guests.admit(1), guests.admit('1')]).toEqual([undefined, undefined]);
    expect(guests.admit('x'.repeat(1001))).toBe(
      'expected the id of a request to have at most 1000 characters, got 1001',
    );
  });
});
