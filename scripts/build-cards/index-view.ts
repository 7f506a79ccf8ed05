import type { Capability } from '../../data/types/capabilities.ts';
import { compareText } from '../evidence/compare-text.ts';
import { shortName } from '../evidence/names.ts';
import { cell } from '../markdown.ts';
import { indentedName } from './capability-table.ts';
import type { Column } from './index-column.ts';
import { glyphOf } from './status.ts';

/** All that the index of cards says, as its template takes it. Texts are Markdown. */
export interface IndexView {
  clients: Column[];
  /** Capabilities and clients. */
  rows: Row[];
  /** The clients with records, and result scenarios. */
  probed: Column[];
  results: Row[];
}

interface Row {
  name: string;
  cells: string[];
}

/** The clients with a card, and matrices of them. */
export function indexView(columns: Column[], capabilities: Capability[]): IndexView {
  const probed = columns.filter(({ records }) => records > 0);
  const scenarios = new Set(probed.flatMap(({ results }) => [...results.keys()]));
  return {
    clients: columns,
    rows: evidentRows(columns, capabilities).map((capability) => ({
      name: indentedName(capability, cell(capability.title)),
      cells: columns.map(({ statuses }) =>
        capability.kind === 'group' ? '' : (statuses.get(capability.id) ?? glyphOf(undefined)),
      ),
    })),
    probed,
    results: [...scenarios].sort(compareText).map((scenario) => ({
      name: cell(shortName(scenario)),
      cells: probed.map(({ results }) => results.get(scenario) ?? glyphOf(undefined)),
    })),
  };
}

/** The rows that any client has evidence for, and those that they stand below. */
function evidentRows(columns: Column[], capabilities: Capability[]): Capability[] {
  const rows = capabilities.filter(({ kind }) => kind !== 'evidence');
  const evident = rows.filter(({ id }) => columns.some(({ statuses }) => statuses.has(id)));
  return rows.filter(({ id }) => evident.some((row) => row.id === id || row.id.startsWith(`${id}.`)));
}
