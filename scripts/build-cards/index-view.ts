import type { Capability } from '../../data/types/capabilities.ts';
import { resultScenarios } from '../../scenarios/index.ts';
import { compareText } from '../evidence/compare-text.ts';
import { shortName } from '../evidence/names.ts';
import { cell, code } from '../markdown.ts';
import { indentedName } from './capability-table.ts';
import type { Column } from './index-column.ts';
import { prose } from './research-text.ts';
import { glyphOf } from './status.ts';

/** All that the index of cards says, as its template takes it. Texts are Markdown. */
export interface IndexView {
  clients: Column[];
  /** Capabilities and clients. */
  rows: Row[];
  /** The clients with records, and result scenarios. */
  probed: Column[];
  results: Row[];
  /** What a server sends in each of them. */
  sent: { name: string; title: string }[];
}

const TITLES = new Map(resultScenarios.map(({ id, title }) => [id, title]));

interface Row {
  name: string;
  cells: string[];
}

/** The clients with a card, and matrices of them. */
export function indexView(columns: Column[], capabilities: Capability[]): IndexView {
  const probed = columns.filter(({ records }) => records > 0);
  const scenarios = [...new Set(probed.flatMap(({ results }) => [...results.keys()]))].sort(compareText);
  return {
    clients: columns,
    rows: evidentRows(columns, capabilities).map((capability) => ({
      name: indentedName(capability, cell(capability.title)),
      cells: columns.map(({ statuses }) =>
        capability.kind === 'group' ? '' : (statuses.get(capability.id) ?? glyphOf(undefined)),
      ),
    })),
    probed,
    results: scenarios.map((scenario) => ({
      name: cell(shortName(scenario)),
      cells: probed.map(({ results }) => results.get(scenario) ?? glyphOf(undefined)),
    })),
    sent: scenarios.flatMap((scenario) => {
      const title = TITLES.get(scenario);
      return title === undefined ? [] : [{ name: code(shortName(scenario)), title: prose(title) }];
    }),
  };
}

/** The rows that any client has evidence for, and those that they stand below. */
function evidentRows(columns: Column[], capabilities: Capability[]): Capability[] {
  const rows = capabilities.filter(({ kind }) => kind !== 'evidence');
  const evident = rows.filter(({ id }) => columns.some(({ statuses }) => statuses.has(id)));
  return rows.filter(({ id }) => evident.some((row) => row.id === id || row.id.startsWith(`${id}.`)));
}
