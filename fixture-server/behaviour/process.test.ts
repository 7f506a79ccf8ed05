import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Behaviour, Step } from '../../scenarios/behaviour.ts';
import { INITIALIZED, initialize, request } from '../test-support/messages.ts';
import { testPlan } from '../test-support/plan.ts';
import { bundleProgram, type Conversation, type Program, startProgram } from '../test-support/program.ts';
import { planWith } from '../test-support/talk.ts';
import { readWire } from '../test-support/wire.ts';

let program: Program;
let plans = 0;

beforeAll(async () => {
  program = await bundleProgram(testPlan());
});
afterAll(() => program.remove());

async function write(behaviour: Behaviour): Promise<string> {
  const path = join(program.folder, `behaviour-${(plans += 1)}.json`);
  await writeFile(path, JSON.stringify(planWith(behaviour)));
  return path;
}

function start(plan: string): Conversation {
  return startProgram(program, '--plan', plan, '--tap', `${plan}.wire.jsonl`);
}

async function opened(plan: string): Promise<Conversation> {
  const conversation = start(plan);
  conversation.send(initialize(0), INITIALIZED);
  await conversation.next();
  return conversation;
}

function onCalls(...steps: Step[]): Behaviour {
  return { ledger: true, rules: [{ on: { method: 'tools/call', from: 2 }, do: steps }] };
}

const call = (id: number) => request(id, 'tools/call', { name: 'plain', arguments: { id } });

function executed(plan: string): unknown[] {
  const path = `${plan}.ledger.jsonl`;
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
  return lines.map((line) => (JSON.parse(line) as { arguments: { id: number } }).arguments.id);
}

describe('a process that ends in the middle of a call', () => {
  const ends: [says: string, steps: Step[], end: [number | null, string | null], calls: number[], answers: number][] = [
    ['before it is executed', [{ exit: 3 }], [3, null], [1], 1],
    ['when it is executed', [{ execute: true }, { exit: 0 }], [0, null], [1, 2], 1],
    ['by a signal', [{ execute: true }, { exit: 'SIGKILL' }], [null, 'SIGKILL'], [1, 2], 1],
    ['when it is answered', [{ answer: {} }, { exit: 'SIGTERM' }], [null, 'SIGTERM'], [1, 2], 2],
    ['in the middle of the answer', [{ answer: { cut: 9 } }, { exit: 1 }], [1, null], [1, 2], 1],
  ];

  it.each(ends)('%s: what was executed stands in the ledger', async (_, steps, end, calls, answers) => {
    const plan = await write(onCalls(...steps));
    const conversation = await opened(plan);
    const closed = once(conversation.child, 'close');
    conversation.send(call(1), call(2), call(3));
    for (let at = 0; at < answers; at += 1) await conversation.next();
    expect(await closed).toEqual(end);
    expect(executed(plan)).toEqual(calls);
    // What the client has heard, it has in the tap, and no more.
    const said = readWire(`${plan}.wire.jsonl`).filter(({ dir, text }) => dir === 's2c' && text?.endsWith('}'));
    expect(said).toHaveLength(answers + 1);
  });

  it('is followed by one that goes on counting, or that counts anew', async () => {
    for (const [counts, second] of [
      ['run', 'answered'],
      ['process', 'ended'],
    ] as const) {
      const rules = [{ on: { method: 'tools/call', from: 1, to: 1 }, do: [{ exit: 1 }] }];
      const plan = await write({ counts, rules });
      const first = await opened(plan);
      const closed = once(first.child, 'close');
      first.send(call(1));
      await closed;
      const next = await opened(plan);
      next.send(call(1));
      const got = await next.next().then(
        () => 'answered',
        () => 'ended',
      );
      expect(got).toBe(second);
      await next.end();
    }
  });
});

describe('a process', () => {
  it('can close its output and live', async () => {
    const plan = await write(onCalls({ drop: 'answer' }));
    const conversation = await opened(plan);
    conversation.send(call(1), call(2));
    await conversation.next();
    await expect(conversation.next()).rejects.toThrow('Expected a line, got the end of the output');
    expect(conversation.child.exitCode).toBeNull();
    conversation.send(call(3));
    expect(await conversation.end()).toEqual({ code: 0, stderr: '' });
  });

  it('can fill stderr', async () => {
    const plan = await write(onCalls({ stderr: { lines: 5000, text: 'y'.repeat(99) } }, { answer: {} }));
    const conversation = await opened(plan);
    conversation.send(call(1), call(2));
    expect(await conversation.next()).toContain('"id":1');
    expect(await conversation.next()).toContain('"id":2');
    expect((await conversation.end()).stderr).toHaveLength(500_000);
  });

  it('can fail at its start, a number of times', async () => {
    const failing: Step[] = [{ stderr: { lines: 1, text: 'No database.' } }, { exit: 4 }];
    const plan = await write({ counts: 'run', rules: [{ on: { start: true, to: 2 }, do: failing }] });
    for (let time = 0; time < 2; time += 1)
      expect(await start(plan).end()).toEqual({ code: 4, stderr: 'No database.\n' });
    const third = await opened(plan);
    expect(await third.end()).toEqual({ code: 0, stderr: '' });
  });

  it('can stay when its input ends, and when it is asked to end', async () => {
    for (const stubborn of ['stdin', 'SIGTERM'] as const) {
      const conversation = await opened(await write({ stubborn }));
      const closed = once(conversation.child, 'close');
      conversation.child.stdin.end(JSON.stringify(request(1, 'ping')));
      await conversation.next();
      conversation.child.kill('SIGTERM');
      if (stubborn === 'SIGTERM') conversation.child.kill('SIGKILL');
      expect(await closed).toEqual([null, stubborn === 'stdin' ? 'SIGTERM' : 'SIGKILL']);
    }
  });

  it('keeps nobody waiting when its input ends', async () => {
    const waits: Step[] = [{ wait: 3_600_000 }, { until: { method: 'x', number: 1 } }, { answer: {} }];
    const conversation = await opened(await write({ rules: [{ on: { method: 'tools/call' }, do: waits }] }));
    conversation.send(call(1));
    conversation.child.stdin.end();
    expect(await conversation.next()).toContain('"id":1');
    expect(await conversation.end()).toEqual({ code: 0, stderr: '' });
  });

  it('refuses a behaviour that it does not know', async () => {
    const plan = await write({ rules: [{ on: { start: true }, do: [{ sleep: 1 } as unknown as Step] }] });
    const { code, stderr } = await start(plan).end();
    expect(code).toBe(2);
    expect(stderr).toContain('Expected "behaviour/rules/0/do/0" to have one known member: wait, until, execute');
  });
});
