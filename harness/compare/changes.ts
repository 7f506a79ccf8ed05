import type { BaselineEntry } from '../../data/types/baseline.ts';
import type { RunRecord, Wrapper } from '../../data/types/record.ts';
import type { KeptField, VerifiedRecord } from '../../data/types/verified.ts';
import { oneLine } from './quote.ts';
import { negotiated, toolName, wrapper } from './surroundings.ts';
import { withTokens } from './tokens.ts';
import { verdictChanges } from './verdict.ts';

/** What can be compared of a run, whatever form it is kept in. What is absent is not known, and nothing is said of it. */
export interface ComparedRun {
  client?: string;
  scenario: string;
  config: string;
  server: string;
  transport: string;
  capability?: string;
  short: string;
  /** The client's own words, when no field arrived. */
  said?: string | null;
  /** Outcomes by the check's id. */
  checks?: Map<string, string>;
  fields?: KeptField[];
  /** The fields in the order in which the model met them. */
  order?: string[];
  tokens?: number;
  protocolVersion?: string;
  /** The client's own name of the tool. */
  offeredAs?: string | null;
  wrapper?: Wrapper;
}

/** `lost`: something that reached the model, or was done, is so no more. */
export type ChangeKind = 'lost' | 'changed' | 'gained';

export interface Change {
  kind: ChangeKind;
  /** For people: `content: 1x → 2x`. It may quote what a client or a server sent. */
  text: string;
}

/** A run as a record, an overlay or a baseline holds it, for comparison. */
export function comparedRun(record: RunRecord | VerifiedRecord | BaselineEntry): ComparedRun {
  const { scenario, config, server, transport, capability, protocolVersion, offeredAs, cost, verdict } = record;
  const { short, checks } = verdict;
  return {
    ...('client' in record && { client: record.client }),
    scenario,
    config,
    server,
    transport,
    capability,
    protocolVersion,
    offeredAs,
    wrapper: record.wrapper,
    short,
    tokens: cost.tokens,
    checks: new Map(checks.map(({ id, outcome }) => [id, outcome])),
    ...(verdict.kind === 'fields' && { said: verdict.said, order: verdict.order, fields: verdict.fields }),
  };
}

/**
 * What differs between two runs of a scenario, in the language of behaviour, one line a behaviour; none when nothing does.
 * What the result costs the model stands behind the first line, and alone where nothing else differs and the cost moved
 * by a tenth or more.
 */
export function changesOf(before: ComparedRun, after: ComparedRun): Change[] {
  return withTokens(behavioursOf(before, after), before.tokens, after.tokens);
}

/** The same without the cost. */
export function behavioursOf(before: ComparedRun, after: ComparedRun): Change[] {
  const around = [negotiated(before, after), toolName(before, after), wrapper(before, after)];
  const changes = [...verdictChanges(before, after), ...around.flat()];
  // Two texts that mean the same to the reader of short forms are still not the same verdict.
  if (changes.length === 0 && before.short !== after.short)
    changes.push({ kind: 'changed', text: `${before.short} → ${after.short}` });
  return changes.map(({ kind, text }) => ({ kind, text: oneLine(text) }));
}
