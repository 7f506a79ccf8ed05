import type { RunRecord } from '../../data/types/record.ts';
import { FIXTURE_VERSION } from '../../fixture-server/version.ts';
import type { Judged } from '../judge/types.ts';
import { JUDGE_VERSION } from '../judge/version.ts';
import type { Run } from '../plan/run.ts';

/** The record of a run: what it was and what was judged. A pure function, so that rejudging gives the same bytes. */
export function makeRecord(run: Run, capability: string, judged: Judged): RunRecord {
  return {
    capability,
    client: run.client,
    clientVersion: run.version,
    config: run.config,
    cost: judged.cost,
    fixtureVersion: FIXTURE_VERSION,
    judgeVersion: JUDGE_VERSION,
    offeredAs: judged.offeredAs,
    protocolVersion: judged.protocolVersion,
    scenario: run.scenario,
    server: run.server,
    transport: run.transport,
    verdict: judged.verdict,
    wire: judged.wire,
    wrapper: judged.wrapper,
  };
}
