import { canonicalJson } from '../../data/canonical-json.ts';
import type { RunRecord } from '../../data/types/record.ts';
import { digestOf } from '../evidence/digest.ts';
import { sampleRecord } from '../evidence/sample.ts';
import { makeOverlay } from '../ingest/make-overlay.ts';
import type { Stored } from './linter.ts';
import { storedFile } from './read-stored.ts';

/** For tests: what one sample run is called, and what its files hold. */
export const RUN = 'sample@1.0.0/default/both-stdio/tools.result.large';
const CALIBRATION = 'sample@1.0.0/default/both-stdio/calibration';
const WIRE = '{"seq":1,"process":1,"dir":"c2s","text":"{}"}\n';
const MODEL =
  '{"seq":1,"dialect":"openai-chat","method":"POST","path":"/v1","body":"{}","status":200,"response":"{}"}\n';

/**
 * For tests: the stored files of one sample run, of its calibration run and its overlay, in which every rule holds. `given` replaces the text of
 * files by path, adds files, or takes them away (`null`).
 */
export function sampleStored(given: Record<string, string | null> = {}): Stored {
  const files = { ...sampleFiles(sampleRecord()), ...given };
  return {
    files: Object.entries(files).flatMap(([path, text]) =>
      text === null ? [] : [storedFile(path, Buffer.from(text))],
    ),
    others: [],
    runFolders: [RUN, CALIBRATION],
    capabilities: new Set(['tools.result.content']),
    clients: new Set(['sample']),
  };
}

function sampleFiles(record: RunRecord): Record<string, string> {
  const bytes = { record: Buffer.from(canonicalJson(record)), wire: Buffer.from(WIRE), model: Buffer.from(MODEL) };
  const evidence = [{ record, digest: digestOf(bytes), path: `runs/${RUN}` }];
  const { overlay } = makeOverlay('sample', evidence, undefined, { date: '2026-11-30', capabilities: [], asked: {} });
  return {
    'data/verified/sample.json': canonicalJson(overlay),
    [`runs/${RUN}/record.json`]: canonicalJson(record),
    [`runs/${RUN}/wire.jsonl`]: WIRE,
    [`runs/${RUN}/model.jsonl`]: MODEL,
    [`runs/${CALIBRATION}/wire.jsonl`]: WIRE,
    [`runs/${CALIBRATION}/model.jsonl`]: MODEL,
  };
}
