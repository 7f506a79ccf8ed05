import { canonicalJson } from '../data/canonical-json.ts';
import type { RunRecord } from '../data/types/record.ts';
import { makeRecord } from './capture/record.ts';
import { readRecord, readTraffic } from './capture/store.ts';
import { deriveEnvelope } from './judge/envelope.ts';
import { readEvidence } from './judge/evidence.ts';
import { judge } from './judge/judge.ts';
import type { Envelope } from './judge/types.ts';
import type { PlannedRun } from './plan/matrix.ts';
import { saysOf } from './run-one.ts';

// Other people's clients write the day, a duration or a random name into what they send: their bytes differ each time. The
// evidence that is there already is as good as the new one for as long as it holds and says the same.

/** What the calibration run that was kept before showed; `undefined` where there is none that can be read. */
export async function envelopeBefore({ run, scenario }: PlannedRun, runs: string): Promise<Envelope | undefined> {
  try {
    const { wire, model } = await readTraffic(runs, run);
    return deriveEnvelope(scenario, readEvidence(wire, model));
  } catch {
    return undefined;
  }
}

/** Whether two envelopes are the same, figures in them apart. */
export function isSameEnvelope(one: Envelope, other: Envelope): boolean {
  const shape = (envelope: Envelope): string => JSON.stringify(envelope).replaceAll(/\d+/g, '#');
  return shape(one) === shape(other);
}

/** Whether the evidence that was kept of a run before holds, and says what `record` says; places and cost apart. */
export async function saidBefore(
  { run, scenario }: PlannedRun,
  record: RunRecord,
  { runs, envelope }: { runs: string; envelope: Envelope },
): Promise<boolean> {
  const stored = await readRecord(runs, run);
  if (stored === undefined || gist(stored) !== gist(record)) return false;
  try {
    const { wire, model, told } = await readTraffic(runs, run);
    const judged = judge(scenario, readEvidence(wire, model, told), envelope);
    return (
      judged.kind === 'judged' && canonicalJson(makeRecord(run, scenario.capability, judged)) === canonicalJson(stored)
    );
  } catch {
    return false;
  }
}

function gist(record: RunRecord): string {
  return canonicalJson(JSON.parse(saysOf({ ...record, cost: null })));
}
