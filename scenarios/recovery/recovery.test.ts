import { describe, expect, it } from 'vitest';
import {
  all,
  asking,
  c2s,
  call,
  evidenceOf,
  type Loose,
  outcomes,
  post,
  result,
  results,
  s2c,
} from '../testing/evidence.ts';
import { stdioDeath } from './death.ts';
import { sessionRecovery } from './session.ts';

const UNCERTAIN = 'The session was lost: it may have been carried out or not.';

describe('the checks of a session that ends', () => {
  const [READ, WRITE, AFTER] = ['probe_reads_state', 'probe_writes_state', 'probe_reads_after_all'];
  const opened = (number: number): Loose[] => [
    c2s({ id: 0, method: 'initialize' }, { exchange: number, ...post() }),
    s2c(
      { id: 0, result: { protocolVersion: '2025-11-25' } },
      { exchange: number, http: { status: 200, headers: { 'mcp-session-id': `s${number}` } } },
    ),
  ];
  const wire = [
    ...opened(1),
    c2s(call(READ)),
    ...opened(2),
    c2s(call(READ)),
    c2s(call(WRITE)),
    ...opened(3),
    c2s(call(AFTER)),
  ];
  const told = { results: [...results(sessionRecovery, READ, AFTER).results, result(WRITE, UNCERTAIN)] };
  const model = [asking(READ, WRITE, AFTER), told];
  const ask = (frames: Loose[], turns = [asking(READ, WRITE, AFTER), told]) =>
    outcomes(sessionRecovery, evidenceOf({ wire: frames, model: turns }));
  const met = all(sessionRecovery, 'met');

  it('are met by a client that heals and repeats what only reads', () => {
    expect(outcomes(sessionRecovery, evidenceOf({ wire, model }))).toEqual(met);
  });

  it('find the client that repeats a write, or no call at all', () => {
    expect(ask([...wire, c2s(call(WRITE))])).toEqual({ ...met, writesOnce: 'not met' });
    expect(ask(wire.filter((_frame, index) => index !== 5))).toEqual({ ...met, repeatsTheRead: 'not met' });
  });

  it('find the client that opens no new session', () => {
    expect(ask([...opened(1), c2s(call(READ)), c2s(call(WRITE)), c2s(call(AFTER))])).toMatchObject({
      opensANewSession: 'not met',
    });
  });

  it('find the client that tells of nothing but an error', () => {
    const error = { results: [...results(sessionRecovery, READ, AFTER).results, result(WRITE, 'Session not found')] };
    expect(ask(wire, [asking(READ, WRITE, AFTER), error])).toEqual({ ...met, tellsOfTheUncertain: 'not met' });
  });

  it('find the client that ends at the first 404, and say no more of it', () => {
    const never = { writesOnce: 'not asked', tellsOfTheUncertain: 'not asked', goesOn: 'not asked' };
    const missed = { opensANewSession: 'not met', repeatsTheRead: 'not met' };
    const dead = [...opened(1), c2s(call(READ)), c2s(call(READ))];
    expect(ask(dead, [asking(READ)])).toEqual({ ...missed, ...never });
    // One that has healed once may have healed again.
    expect(ask([...opened(1), c2s(call(READ)), ...opened(2)], [asking(READ)])).toEqual({
      ...missed,
      ...never,
      opensANewSession: 'not asked',
    });
  });

  it('are not asked where nothing was called', () => {
    expect(ask(opened(1), [])).toEqual(all(sessionRecovery, 'not asked'));
  });
});

describe('the checks of a process that dies', () => {
  const [DEADLY, AFTER] = ['probe_dies_of_it', 'probe_alive_again'];
  const again = (frame: Loose): Loose => ({ ...frame, process: 2 });
  const wire = [c2s(call(DEADLY)), again(c2s({ id: 0, method: 'initialize' })), again(c2s(call(AFTER)))];
  const told = { results: [...results(stdioDeath, AFTER).results, result(DEADLY, UNCERTAIN)] };
  const ask = (frames: Loose[], results = told) =>
    outcomes(stdioDeath, evidenceOf({ wire: frames, model: [asking(DEADLY, AFTER), results] }));
  const met = all(stdioDeath, 'met');

  it('tell the client that starts its server again from those that do not', () => {
    expect(ask(wire)).toEqual(met);
    expect(ask([...wire, again(c2s(call(DEADLY)))])).toEqual({ ...met, callsOnce: 'not met' });
    expect(ask(wire, { results: [...told.results.slice(0, 1), result(DEADLY, 'It is closed.')] })).toEqual({
      ...met,
      tellsOfTheUncertain: 'not met',
    });
    expect(ask(wire.slice(0, 1))).toEqual({ ...met, startsAgain: 'not met', goesOn: 'not met' });
    expect(ask([])).toEqual(all(stdioDeath, 'not asked'));
  });
});
