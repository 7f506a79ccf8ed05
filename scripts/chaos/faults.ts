import type { Occasion, Step } from '../../scenarios/behaviour.ts';
import type { Era, Transport } from '../../scenarios/types.ts';

/** Something that a server does when a call comes. */
export interface Fault {
  name: string;
  /** Where it can happen; everywhere unless told. */
  over?: readonly Transport[];
  era?: Era;
  /** Whose answer it may cost: nobody's, that of the call itself, or that of one that comes soon after. */
  harms: 'nobody' | 'itself' | 'next';
  do: readonly Step[];
}

const HTTP: readonly Transport[] = ['http', 'sse'];
const EXPIRED = { status: 404, rpc: { code: -32001, message: 'Session not found' } };

export const FAULTS: readonly Fault[] = [
  { name: 'slow', harms: 'nobody', do: [{ wait: 150 }, { answer: {} }] },
  { name: 'drips', harms: 'nobody', do: [{ answer: { drip: { bytes: 40, ms: 2 } } }] },
  { name: 'changes its list again and again', harms: 'nobody', do: [{ listChanged: 50 }, { answer: {} }] },
  { name: 'floods stderr', over: ['stdio'], harms: 'nobody', do: [{ stderr: { lines: 20_000 } }, { answer: {} }] },
  { name: 'writes noise', over: ['stdio'], harms: 'nobody', do: [{ send: 'no json {{id}}' }, { answer: {} }] },
  {
    name: 'suspends its answer',
    over: ['http'],
    era: 'handshake',
    harms: 'nobody',
    do: [{ execute: true }, { suspend: { retry: 10 } }, { wait: 50 }, { answer: {} }],
  },
  { name: 'drops other streams', over: ['http'], harms: 'nobody', do: [{ drop: 'streams' }, { answer: {} }] },
  { name: 'ends other streams', over: ['http'], harms: 'nobody', do: [{ end: 'streams' }, { answer: {} }] },
  { name: 'is killed before the call', harms: 'itself', do: [{ exit: 'SIGKILL' }] },
  { name: 'crashes before the call', over: ['stdio'], harms: 'itself', do: [{ exit: 'SIGSEGV' }] },
  { name: 'is killed after the call', harms: 'itself', do: [{ execute: true }, { exit: 'SIGKILL' }] },
  { name: 'breaks off before the call', harms: 'itself', do: [{ drop: 'answer' }] },
  { name: 'breaks off after the call', harms: 'itself', do: [{ execute: true }, { drop: 'answer' }] },
  { name: 'ends the answer before it is there', harms: 'itself', do: [{ execute: true }, { end: 'answer' }] },
  { name: 'breaks off in its answer', harms: 'itself', do: [{ answer: { cut: 25 } }] },
  {
    name: 'breaks off in its answer as a stream',
    over: ['http'],
    harms: 'itself',
    do: [{ answer: { as: 'sse', cut: 25 } }],
  },
  { name: 'is overloaded', over: HTTP, harms: 'itself', do: [{ http: { status: 503 } }] },
  {
    name: 'forgets its sessions before the call',
    over: ['http'],
    era: 'handshake',
    harms: 'itself',
    do: [{ expire: EXPIRED }, { answer: {} }],
  },
  {
    name: 'forgets its sessions after the call',
    over: ['http'],
    era: 'handshake',
    harms: 'next',
    do: [{ answer: {} }, { expire: EXPIRED }],
  },
  { name: 'is killed after the answer', harms: 'next', do: [{ answer: {} }, { exit: 'SIGKILL' }] },
  { name: 'ends after the answer', over: ['stdio'], harms: 'next', do: [{ answer: {} }, { exit: 0 }] },
];

/** What happens to those who connect anew; it costs them another attempt. */
export function connectFaults(over: Transport, era: Era): readonly { on: Occasion; do: Step[] }[] {
  const first = { method: era === 'handshake' ? 'initialize' : 'server/discover' };
  if (over !== 'stdio') return [{ on: first, do: [{ drop: 'answer' }] }];
  return [
    { on: { start: true }, do: [{ exit: 3 }] },
    { on: first, do: [{ exit: 'SIGKILL' }] },
  ];
}
