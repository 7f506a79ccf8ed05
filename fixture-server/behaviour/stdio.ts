import { closeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Era as EraName, ServerMode, ServingPlan } from '../../scenarios/types.ts';
import { answerFrame } from '../answer.ts';
import { eraOf, eras } from '../dispatch.ts';
import type { Peer } from '../eras/era.ts';
import { readFrame } from '../frame.ts';
import type { Tap } from '../tap.ts';
import { asLine, type Body, bodyOf } from './body.ts';
import { fileCounts, memoryCounts } from './counts.ts';
import { framed, type Host, type Incoming, type Outlet } from './exchange.ts';
import { fileLedger, type Ledger, memoryLedger } from './ledger.ts';
import { lineWriter } from './line-writer.ts';
import { receiveMessage } from './receive.ts';
import { runSteps } from './steps.ts';
import { openWorld } from './world.ts';

/** What a conversation over stdio with a behaviour needs. */
export interface ScriptedStdioServing {
  plan: ServingPlan;
  server: ServerMode;
  tap: Tap;
  output: Writable;
  /** The path that files of the run begin with; without it nothing is kept beside the process. */
  beside?: string;
  ledger?: Ledger;
  /** Told when a line could not be served: the tap could not be written. */
  onFault: (error: Error) => void;
  /** Ends the process. */
  exit?: (how: number | NodeJS.Signals) => void;
}

export interface ScriptedStdio {
  /** What the plan has for the start of the process. */
  start(): Promise<void>;
  /**
   * Serves a line when what came before it has been served as far as it goes without time. However lines come in chunks,
   * the same happens.
   */
  take(line: Buffer): void;
  /** Nobody is there to be kept waiting. Resolves when every line has been served. */
  inputEnded(): Promise<void>;
}

export function scriptStdio(serving: ScriptedStdioServing): ScriptedStdio {
  const { plan, server, tap, output, onFault, exit = endProcess } = serving;
  const world = openWorld(plan, keptBeside(serving));
  const peer: Peer = { revision: undefined };
  const ended = new AbortController();
  const open = new Map<string | number, AbortController>();
  let closed = false;
  const close = (): void => {
    if (!closed) closeOutput(output);
    closed = true;
  };
  const writeLine = lineWriter(output);

  const host: Host = {
    ending: ended.signal,
    broadcast(frame) {
      if (peer.revision !== undefined) put(bodyOf(Buffer.from(frame))).catch(onFault);
    },
    streams() {},
    exit,
    expire() {},
    stderr: (text) => void process.stderr.write(text),
  };

  async function put(body: Body, form: Parameters<Outlet['answer']>[1] = {}, gone = host.ending): Promise<void> {
    if (closed) return;
    tap.line({ dir: 's2c', bytes: body.shown.subarray(0, form.cut) });
    const whole = await writeLine(asLine(body), form, gone);
    if (!whole && form.cut !== undefined) close();
  }

  /** The channel of a message is the one that all share. */
  function outletOf(id: Incoming['id']): Outlet & { done(): void } {
    const cancel = new AbortController();
    if (id !== undefined) open.set(id, cancel);
    const { signal: gone } = cancel;
    const never = new AbortController().signal;
    return {
      gone,
      shared: true,
      async send(frame) {
        if (!gone.aborted) await put(bodyOf(Buffer.from(frame)), {}, never);
      },
      async answer(body, form) {
        if (body !== undefined && !gone.aborted) await put(body, form, never);
      },
      http() {},
      suspend() {},
      end: close,
      drop: close,
      done: () => void (id !== undefined && open.get(id) === cancel && open.delete(id)),
    };
  }

  async function receive(line: Buffer): Promise<void> {
    tap.line({ dir: 'c2s', bytes: line });
    const frame = readFrame(line);
    const era: EraName = eraOf(frame, server);
    const answer: Incoming['answer'] = (served, given) => answerFrame(framed(frame, given), eras[era], served, peer);
    if (frame.kind !== 'request' && frame.kind !== 'notification') {
      const reply = answerFrame(frame, eras[era], world.plan, peer);
      if (reply !== undefined) await put(bodyOf(Buffer.from(reply.frame)));
      return;
    }
    const { method, params, id } = frame.kind === 'request' ? frame.request : { ...frame, id: undefined };
    if (method === 'notifications/cancelled') open.get(params['requestId'] as string | number)?.abort();
    const incoming: Incoming = { ...(id !== undefined && { id }), method, params, era, peer, answer };
    const outlet = outletOf(id);
    const listening = await receiveMessage(incoming, 'stdio', { outlet, host, world });
    if (!listening) outlet.done();
  }

  let turn: Promise<unknown> = Promise.resolve();
  return {
    async start() {
      const steps = world.rule({ kind: 'start' });
      if (plan.behaviour?.stubborn !== undefined) stay(plan.behaviour.stubborn);
      if (steps !== undefined) await runSteps(steps, { outlet: outletOf(undefined), host, world });
    },
    take(line) {
      turn = turn.then(() => {
        receive(line).catch(onFault);
        return setImmediate();
      });
    },
    async inputEnded() {
      await turn;
      ended.abort();
    },
  };
}

function keptBeside({ plan, beside, ledger }: ScriptedStdioServing) {
  const { behaviour } = plan;
  return {
    counts: beside !== undefined && behaviour?.counts === 'run' ? fileCounts(`${beside}.counts`) : memoryCounts(),
    ledger: ledger ?? (beside === undefined ? memoryLedger() : fileLedger(`${beside}.ledger.jsonl`)),
  };
}

function endProcess(how: number | NodeJS.Signals): void {
  if (typeof how === 'number') process.exit(how);
  process.kill(process.pid, how);
}

function closeOutput(output: Writable): void {
  // Node itself never closes it.
  if (output === process.stdout) closeSync(1);
  else output.end();
}

function stay(how: 'stdin' | 'SIGTERM'): void {
  setInterval(() => {}, 60_000);
  if (how === 'SIGTERM') process.on('SIGTERM', () => {});
}
