import type { Capability } from '../../data/types/capabilities.ts';
import { code } from '../markdown.ts';
import type { Row } from '../registry/evidence.ts';
import { anchorOf, linkLabel } from './links.ts';
import { prose } from './research-text.ts';
import { type Backing, describedSource } from './sources.ts';

/** "Where the evidence disagrees": for each piece of evidence that says otherwise, what is recorded and what it says. */
export function disagreements(capabilities: Capability[], rows: Map<string, Row>, backing: Backing): string[] {
  return capabilities.flatMap(({ id }) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    return row.disagreeing.map((other) => {
      const name = `**[${linkLabel(id)}](#${anchorOf('evidence', id)})**`;
      const recorded = `recorded as ${code(row.status)} by ${row.deciding.tier}-tier evidence`;
      const says = `${other.tier}-tier evidence at ${other.revisions.map(code).join(', ')} says ${code(other.status)}`;
      const note = other.note === null ? '' : `. ${prose(other.note)}`;
      return `${name} — ${recorded}, but ${says}.\n  <br>${capital(describedSource(other, backing))}${note}`;
    });
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
