import type { Occasion, Step } from '../../scenarios/behaviour.ts';
import type { Era, ServedTool, ServingPlan, Transport } from '../../scenarios/types.ts';
import { connectFaults, FAULTS, type Fault } from './faults.ts';
import { type Dice, diceOf } from './random.ts';

/** A call of a tool that nothing else calls, so that the tool's name says which call it is. */
export interface PlannedCall {
  tool: string;
  writes: boolean;
  /** Whose fault it is that it may not be answered: a fault of its own, or one a few calls before. */
  fault?: Fault;
  touched: boolean;
}

export interface ChaosServer {
  name: string;
  transport: Transport;
  era: Era;
  calls: PlannedCall[];
  plan: ServingPlan;
}

/** So many calls of one server are under way at once, or wait for each other. */
export const AT_ONCE = 3;

const CALLS_EACH = 40;
const FAULT_CHANCE = 0.5;
const CONNECT_CHANCE = 0.2;
/** More connections than any server sees. */
const CONNECTIONS = 100;

const SERVERS: readonly Pick<ChaosServer, 'name' | 'transport' | 'era'>[] = [
  { name: 'pipe', transport: 'stdio', era: 'handshake' },
  { name: 'newpipe', transport: 'stdio', era: 'stateless' },
  { name: 'web', transport: 'http', era: 'handshake' },
  { name: 'newweb', transport: 'http', era: 'stateless' },
  { name: 'oldweb', transport: 'sse', era: 'handshake' },
];

/** Five servers, 200 calls, and what goes wrong: all of it by the seed. */
export function planChaos(seed: number): ChaosServer[] {
  const dice = diceOf(seed);
  return SERVERS.map((server) => {
    const calls = planCalls(server, dice);
    const { name } = server;
    return {
      ...server,
      calls,
      plan: {
        serverInfo: { name, title: name, version: '1' },
        name,
        pages: [calls.map(toolOf)],
        httpAnswer: dice.pick(['json', 'sse']),
        capabilities: { tools: { listChanged: true } },
        behaviour: { ledger: true, counts: 'run', rules: [...callRules(calls), ...connectRules(server, dice)] },
      },
    };
  });
}

function planCalls({ transport, era }: Pick<ChaosServer, 'transport' | 'era'>, dice: Dice): PlannedCall[] {
  const possible = FAULTS.filter(
    (fault) => (fault.over ?? [transport]).includes(transport) && (fault.era ?? era) === era,
  );
  const harmless = possible.filter(({ harms }) => harms === 'nobody');
  const calls: PlannedCall[] = [];
  for (let number = 0; number < CALLS_EACH; number += 1) {
    const writes = dice.hits(0.5);
    const before = calls.slice(-AT_ONCE);
    const near = before.some(({ fault }) => fault?.harms === 'next');
    // A call that provably never arrived is sent again once: two faults that meet in one are more than it can take.
    const spared = before.some(isHarmful);
    const fault = dice.hits(FAULT_CHANCE) ? dice.pick(spared ? harmless : possible) : undefined;
    const touched = near || fault?.harms === 'itself';
    calls.push({ tool: `${writes ? 'write' : 'read'}_${number}`, writes, touched, ...(fault && { fault }) });
  }
  return calls;
}

/** Whether the fault of a call may cost it, or another, its answer. */
export function isHarmful({ fault }: PlannedCall): boolean {
  return fault !== undefined && fault.harms !== 'nobody';
}

function toolOf({ tool, writes }: PlannedCall): ServedTool {
  return {
    definition: {
      name: tool,
      description: writes ? 'Writes once.' : 'Reads.',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: !writes },
    },
    answer: { result: { content: [{ type: 'text', text: answerOf(tool) }] } },
  };
}

/** What the server says once it has executed a call. */
export function answerOf(tool: string): string {
  return `${tool} is done.`;
}

/** A call that is sent again finds the server well. */
function callRules(calls: readonly PlannedCall[]): { on: Occasion; do: Step[] }[] {
  return calls.flatMap(({ tool, fault }) =>
    fault === undefined ? [] : [{ on: { method: 'tools/call', tool, to: 1 }, do: [...fault.do] }],
  );
}

/** The first connection succeeds, and never do two in a row fail for the same reason. */
function connectRules({ transport, era }: Pick<ChaosServer, 'transport' | 'era'>, dice: Dice) {
  return connectFaults(transport, era).flatMap(({ on, do: steps }) => {
    const rules: { on: Occasion; do: Step[] }[] = [];
    for (let number = 2; number < CONNECTIONS; number += 1) {
      if (!dice.hits(CONNECT_CHANCE)) continue;
      rules.push({ on: { ...on, from: number, to: number }, do: steps });
      number += 1;
    }
    return rules;
  });
}
