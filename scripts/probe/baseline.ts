import type { Baseline } from '../../harness/baseline.ts';
import type { Run } from '../../harness/plan/run.ts';
import { readOverlay } from '../registry/overlays.ts';

/**
 * The verdicts to compare with: those of the committed `data/verified/<client>.json` of `root`, the newest version of
 * each run. A client without that file has no baseline. Throws CommandError `input` when the file is malformed.
 */
export async function readBaseline(root: string, client: string): Promise<Baseline> {
  const records = (await readOverlay(root, client))?.records ?? [];
  const verdicts = new Map(records.map((record) => [placeOf(record), record.verdict]));
  return { name: 'the baseline', before: (run) => verdicts.get(placeOf(run)) };
}

function placeOf({ config, server, transport, scenario }: Pick<Run, 'config' | 'server' | 'transport' | 'scenario'>) {
  return `${config}/${server}-${transport}/${scenario}`;
}
