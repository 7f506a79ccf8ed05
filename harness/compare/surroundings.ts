import type { Wrapper } from '../../data/types/record.ts';
import type { Change, ComparedRun } from './changes.ts';
import { declarationOf } from './declaration.ts';
import { quoted, quotedBoth } from './quote.ts';
import { grouped } from './tokens.ts';

/** What differs around a verdict: the revision, the tool's name, the text around every result. */

/** `negotiated 2025-11-25 → 2026-07-28` */
export function negotiated(a: ComparedRun, b: ComparedRun): Change[] {
  const [before, after] = [a.protocolVersion, b.protocolVersion];
  if (before === undefined || after === undefined || before === after) return [];
  return [{ kind: 'changed', text: `negotiated ${before} → ${after}` }];
}

/**
 * `tool name: mcp__probe__<tool> → probe_<tool>`: `<tool>` stands for the server's name where both hold it, so that a new
 * naming scheme reads the same in every scenario. Whether the model was offered the tool is the verdict's to tell.
 */
export function toolName(a: ComparedRun, b: ComparedRun): Change[] {
  const [before, after] = [a.offeredAs ?? undefined, b.offeredAs ?? undefined];
  if (before === undefined || after === undefined || before === after) return [];
  const served = declarationOf(a.scenario)?.tool;
  const both = served !== undefined && before.endsWith(served) && after.endsWith(served);
  const shown = (name: string): string => (both ? `${name.slice(0, -served.length)}<tool>` : name);
  return [{ kind: 'changed', text: `tool name: ${shown(before)} → ${shown(after)}` }];
}

/** `wrapper: none → 612 characters, beginning "<untrusted…"` */
export function wrapper(a: ComparedRun, b: ComparedRun): Change[] {
  const [before, after] = [a.wrapper, b.wrapper];
  if (before === undefined || after === undefined || before?.digest === after?.digest) return [];
  return [{ kind: 'changed', text: `wrapper: ${wrappers(before, after)}` }];
}

function wrappers(a: Wrapper, b: Wrapper): string {
  if (a === null || b === null) return `${whole(a)} → ${whole(b)}`;
  if (a.start !== b.start) {
    const [before, after] = quotedBoth(a.start, b.start);
    return `${size(a)}, beginning ${before} → ${size(b)}, beginning ${after}`;
  }
  const sizes = a.characters === b.characters ? `${size(a)}, with other words` : `${size(a)} → ${size(b)}`;
  return `${sizes}, beginning ${quoted(a.start)} as before`;
}

function whole(wrapper: Wrapper): string {
  return wrapper === null ? 'none' : `${size(wrapper)}, beginning ${quoted(wrapper.start)}`;
}

function size({ characters }: NonNullable<Wrapper>): string {
  return `${grouped(characters)} character${characters === 1 ? '' : 's'}`;
}
