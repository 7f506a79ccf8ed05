import type { RunRecord } from '../../data/types/record.ts';
import type { Inconclusive, Judged } from '../../harness/judge/types.ts';

/** The two evidence files of a run, as text. */
export interface Traffic {
  wire: string;
  model: string;
}

export interface StoredTalk extends Traffic {
  /** The id of the scenario that was run: `tools.result.mirror`. */
  scenario: string;
  /** The calibration run of the same client, config and transport: it shows what the client puts around every result. */
  calibration: Traffic;
}

export interface JudgedRun {
  kind: 'judged';
  record: RunRecord;
}

/**
 * Judges the folder of a run again from its stored bytes, with the calibration run beside it: the record that they give
 * today, or why they give none. Which fixture wrote the bytes is taken from the stored record. Nothing is started and
 * nothing is written.
 *
 * Rejects with CommandError: `missing` where a file is not there; `input` where the folder's names are no run's of a known
 * scenario, the record or a line of the evidence cannot be read, or one of them is a link.
 */
export async function judge(folder: string): Promise<JudgedRun | Inconclusive>;
/**
 * Judges traffic that was kept elsewhere. Rejects with CommandError `usage` for an unknown scenario, and with EvidenceError
 * where a line of the traffic cannot be read.
 */
export async function judge(talk: StoredTalk): Promise<Judged | Inconclusive>;
export async function judge(given: string | StoredTalk): Promise<JudgedRun | Judged | Inconclusive> {
  const { judgeFolder, judgeTalk } = await import('./judging.ts');
  return typeof given === 'string' ? judgeFolder(given) : judgeTalk(given);
}
