import { createHash } from 'node:crypto';

/** The bytes of a run's committed files. */
export interface RunBytes {
  record: Buffer;
  wire: Buffer;
  model: Buffer;
  /** The lines of the client's log, where the scenario asks for some. */
  log?: Buffer | undefined;
}

/** The digest by which an overlay knows evidence: sha256 over record.json, wire.jsonl, model.jsonl and log.txt, in this order. */
export function digestOf({ record, wire, model, log }: RunBytes): string {
  const hash = createHash('sha256').update(record).update(wire).update(model);
  return `sha256:${(log === undefined ? hash : hash.update(log)).digest('hex')}`;
}
