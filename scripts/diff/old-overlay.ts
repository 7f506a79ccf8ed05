import type { Wrapper } from '../../data/types/record.ts';
import type { KeptField } from '../../data/types/verified.ts';
import type { ComparedRun } from '../../harness/compare/changes.ts';
import type { KnownStatus } from '../../harness/compare/declared.ts';
import { isObject } from '../../harness/json.ts';
import { CommandError } from '../error.ts';

/** An overlay of any age, as far as a comparison needs it. */
export interface OldOverlay {
  client: string;
  records: (ComparedRun & { clientVersion: string })[];
  /** `undefined` in an overlay of before there was any. */
  evidence: (KnownStatus & { clientVersion: string })[] | undefined;
}

/**
 * Reads an overlay whose form may be an older one. Required is what says which run a verdict is of, and its short form;
 * of the rest what is there is taken, and what is not is not known.
 * Throws CommandError `input`, which names `shown` and what was expected.
 */
export function parseOverlay(text: string, { client, shown }: { client: string; shown: string }): OldOverlay {
  const value = parsed(text, shown);
  if (!isObject(value) || !Array.isArray(value['records']) || value['client'] !== client)
    throw new CommandError('input', `Expected ${shown} to be an overlay of ${client}: its "client", and "records".`);
  const { records, evidence } = value;
  return {
    client,
    records: records.map((record: unknown, index) => runOf(record, client, `record ${index + 1} of ${shown}`)),
    evidence: Array.isArray(evidence) ? evidence.filter(isKnownStatus) : undefined,
  };
}

function runOf(record: unknown, client: string, where: string): OldOverlay['records'][number] {
  const verdict = isObject(record) ? record['verdict'] : undefined;
  if (!isObject(record) || !isObject(verdict))
    throw new CommandError('input', `Expected ${where} to be an object with a "verdict".`);
  const text = (from: Record<string, unknown>, key: string): string => {
    const value = from[key];
    if (typeof value === 'string') return value;
    throw new CommandError(
      'input',
      `Expected "${key}" of ${where} to be text, got ${JSON.stringify(value)?.slice(0, 80)}.`,
    );
  };
  const { capability, protocolVersion, offeredAs, wrapper, cost } = record;
  const { said, order } = verdict;
  const fields: unknown = verdict['fields'];
  const tokens = isObject(cost) ? cost['tokens'] : undefined;
  return {
    client,
    clientVersion: text(record, 'clientVersion'),
    scenario: text(record, 'scenario'),
    config: text(record, 'config'),
    server: text(record, 'server'),
    transport: text(record, 'transport'),
    short: text(verdict, 'short'),
    checks: checksOf(verdict['checks']),
    ...(typeof capability === 'string' && { capability }),
    ...(typeof protocolVersion === 'string' && { protocolVersion }),
    ...((typeof offeredAs === 'string' || offeredAs === null) && { offeredAs }),
    ...(isWrapper(wrapper) && { wrapper }),
    ...((typeof said === 'string' || said === null) && { said }),
    ...(isTexts(order) && { order }),
    ...(isFields(fields) && { fields }),
    ...(typeof tokens === 'number' && { tokens }),
  };
}

function parsed(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError('input', `Expected ${shown} to be JSON: ${(cause as Error).message}.`, { cause });
  }
}

function checksOf(checks: unknown): Map<string, string> {
  const all: unknown[] = Array.isArray(checks) ? checks : [];
  return new Map(
    all.flatMap((check): [string, string][] => {
      if (!isObject(check)) return [];
      const { id, outcome } = check;
      return typeof id === 'string' && typeof outcome === 'string' ? [[id, outcome]] : [];
    }),
  );
}

function isWrapper(value: unknown): value is Wrapper {
  if (value === null) return true;
  if (!isObject(value)) return false;
  const { characters, digest, start } = value;
  return typeof characters === 'number' && typeof digest === 'string' && typeof start === 'string';
}

function isField(value: unknown): value is KeptField {
  if (!isObject(value)) return false;
  const { as, count, field, parts } = value;
  return typeof as === 'string' && typeof count === 'number' && typeof field === 'string' && typeof parts === 'string';
}

function isFields(value: unknown): value is KeptField[] {
  return Array.isArray(value) && value.every(isField);
}

function isKnownStatus(value: unknown): value is KnownStatus & { clientVersion: string } {
  if (!isObject(value)) return false;
  const { capability, clientVersion, revisions, status, tier } = value;
  return [capability, clientVersion, status, tier].every((each) => typeof each === 'string') && isTexts(revisions);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
