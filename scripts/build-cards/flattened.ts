import type { Capability } from '../../data/types/capabilities.ts';
import { groupBy } from '../../harness/group-by.ts';
import { code } from '../markdown.ts';
import type { Row } from '../registry/evidence.ts';
import { anchored, anchorOf } from './links.ts';
import { prose } from './research-text.ts';
import { type Backing, describedSource } from './sources.ts';
import { shownStatus } from './status.ts';

/**
 * "What the table flattens": for each capability with evidence what its status leaves out, in the words of the entry and
 * of the evidence that decides, and every piece of evidence with its day and source. Capabilities of which the same is
 * to be said share a paragraph.
 */
export function flattened(
  capabilities: Capability[],
  rows: Map<string, Row>,
  { notes, ...backing }: Backing & { notes: Record<string, string> },
): string[] {
  const paragraphs = capabilities.flatMap((capability) => {
    const row = rows.get(capability.id);
    if (row === undefined) return [];
    const own = Object.hasOwn(notes, capability.id) ? notes[capability.id] : undefined;
    const said = [own, row.deciding.note].filter((text) => typeof text === 'string');
    const text = [
      ...(said.length === 0 ? [capability.meaning] : said).map((each) => prose(each)),
      ...(row.inherited ? [`The evidence is that of ${code(parentOf(capability.id))}.`] : []),
      `(${row.all.map((each) => describedSource(each, backing)).join('; ')})`,
    ].join(' ');
    // The table shows the status of a row; these have none.
    const status = capability.kind === 'evidence' ? ` ${shownStatus(row.status)}` : '';
    return [{ name: `${anchored(anchorOf('evidence', capability.id))}**${prose(capability.id)}**${status}`, text }];
  });
  return [...groupBy(paragraphs, ({ text }) => text)].map(
    ([text, same]) => `${same.map(({ name }) => name).join(', ')} — ${text}`,
  );
}

function parentOf(id: string): string {
  return id.split('.').slice(0, -1).join('.');
}
