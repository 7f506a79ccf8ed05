import { connectServers } from '../../client/agent/servers.ts';
import type { Log } from '../../client/home/log.ts';
import type { RegisteredTool } from '../../client/types.ts';
import type { HttpFixture } from '../../fixture-server/http.ts';
import { serve } from './fleet.ts';
import { hurriedClock } from './hurried-clock.ts';
import { judge, type Outcome, outcomeOf } from './judge.ts';
import { AT_ONCE, type ChaosServer, planChaos } from './plan.ts';

export interface ChaosReport {
  /** What must not be. */
  complaints: string[];
  outcomes: Record<Outcome, number>;
  /** Calls that a fault was planned for. */
  faults: number;
}

/** Lets a client make the calls of a seed, and judges them. The client is closed when it is over; `fixture` is not. */
export async function runChaos(
  seed: number,
  { fixture, folder, log }: { fixture: HttpFixture; folder: string; log: Log },
): Promise<ChaosReport> {
  const servers = planChaos(seed).map((planned) => ({ ...planned, ...serve(planned, fixture, folder) }));
  const group = connectServers(
    servers.map(({ entry }) => entry),
    {
      home: folder,
      clientInfo: { name: 'chaos', version: '1', title: 'Chaos', websiteUrl: 'https://example.invalid/' },
      environment: process.env,
      log,
      clock: hurriedClock,
    },
  );
  try {
    const tools = new Map((await group.tools).map((tool) => [tool.name, tool]));
    const texts = await Promise.all(servers.map((server) => callAll(server, tools)));
    await group.close();
    const all = servers.flatMap(({ calls }, index) =>
      calls.map(({ tool }) => outcomeOf(tool, texts[index]?.get(tool) ?? '')),
    );
    const count = (outcome: Outcome) => all.filter((each) => each === outcome).length;
    return {
      complaints: servers.flatMap((server, index) => judge(server, texts[index] ?? new Map(), server.ledger())),
      outcomes: { answered: count('answered'), uncertain: count('uncertain'), failed: count('failed') },
      faults: servers.flatMap(({ calls }) => calls).filter(({ fault }) => fault !== undefined).length,
    };
  } finally {
    await group.close();
    for (const server of servers) server.remove();
  }
}

/** Makes the calls of one server in their order, a few at once. Answers with the texts for the model, by tool. */
async function callAll(
  { name, calls }: ChaosServer,
  tools: ReadonlyMap<string, RegisteredTool>,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const left = calls.values();
  async function callSome(): Promise<void> {
    for (const { tool } of left) {
      const registered = tools.get(`mcp__${name}__${tool}`);
      if (registered !== undefined) texts.set(tool, await registered.call({}));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, callSome));
  return texts;
}
