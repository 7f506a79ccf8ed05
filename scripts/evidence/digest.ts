import { createHash } from 'node:crypto';

/** The bytes of a run's three committed files. */
export interface RunBytes {
  record: Buffer;
  wire: Buffer;
  model: Buffer;
}

/** The digest by which an overlay knows evidence: sha256 over record.json, wire.jsonl and model.jsonl, in this order. */
export function digestOf({ record, wire, model }: RunBytes): string {
  return `sha256:${createHash('sha256').update(record).update(wire).update(model).digest('hex')}`;
}
