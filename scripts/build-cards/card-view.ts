import { createHash } from 'node:crypto';
import type { Capability } from '../../data/types/capabilities.ts';
import type { ClientEntry } from '../../data/types/clients.ts';
import type { VerifiedOverlay, VerifiedRecord } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { compareVersions } from '../evidence/version.ts';
import { cell, code } from '../markdown.ts';
import { overlayPath } from '../registry/overlays.ts';
import { counted } from '../streams.ts';
import { revisionsOf, rowsOf, statusCells } from './capability-rows.ts';
import { checkText } from './check-text.ts';
import type { Compared } from './compared.ts';
import { type EvidenceRow, foldedRows, type RecordRow, recordRows } from './evidence-rows.ts';
import { flattened } from './flattened.ts';
import { cellsOf } from './fold.ts';

/** All that a card says, as its template takes it. Texts are Markdown. */
export interface CardView {
  title: string;
  description: string;
  titleJson: string;
  descriptionJson: string;
  lastUpdated: string;
  glance: { label: string; value: string }[];
  rows: { name: string; cells: string[] }[];
  unrecorded: string;
  flattened: { id: string; text: string }[];
  version: string;
  records: string;
  overlay: string;
  cells: string;
  folded: EvidenceRow[];
  /** Null where it is compared with nothing. */
  compared: Compared | null;
  differs: boolean;
  all: RecordRow[];
  newest: string;
  oldest: string;
  evidenceDigest: string;
  older: string;
}

/** The records of the newest version of a client, and those of older ones. */
export function newestOf({ records }: VerifiedOverlay): {
  version: string;
  records: VerifiedRecord[];
  older: VerifiedRecord[];
} {
  const [version = ''] = records.map(({ clientVersion }) => clientVersion).sort((a, b) => compareVersions(b, a));
  const isNewest = ({ clientVersion }: VerifiedRecord): boolean => clientVersion === version;
  return { version, records: records.filter(isNewest), older: records.filter((record) => !isNewest(record)) };
}

/** The days on which the first and the last of these records came in. */
export function datesOf(records: VerifiedRecord[]): { oldest: string; newest: string } {
  const dates = records.map(({ date }) => date).sort();
  return { oldest: dates[0] ?? '', newest: dates.at(-1) ?? '' };
}

/** What a card says of a client's newest version. Nothing depends on the day on which it is built. */
export function cardView(
  client: ClientEntry,
  overlay: VerifiedOverlay,
  {
    capabilities,
    sdkVersion,
    compared,
  }: { capabilities: Capability[]; sdkVersion: string | undefined; compared?: Compared | undefined },
): CardView {
  const { version, records, older } = newestOf(overlay);
  const byCapability = groupBy(records, ({ capability }) => capability);
  const rows = rowsOf(capabilities, new Set(byCapability.keys()));
  const folded = foldedRows(records, checkText);
  return {
    title: cell(client.title),
    description: cell(client.description),
    titleJson: JSON.stringify(client.title),
    descriptionJson: JSON.stringify(client.description),
    lastUpdated: datesOf(overlay.records).newest,
    glance: glance(client, version, records, { sdkVersion, asked: overlay.asked?.[version] }),
    rows: rows.map((row) => ({
      name: row.name,
      cells: statusCells(row, kindOf(capabilities, row.id), byCapability.get(row.id) ?? []),
    })),
    unrecorded: counted(
      capabilities.filter(({ id, kind }) => kind === 'capability' && !byCapability.has(id)).length,
      'capability',
      'capabilities',
    ),
    flattened: capabilities.flatMap(({ id, meaning }) => {
      const mine = byCapability.get(id);
      return mine === undefined ? [] : [{ id: cell(id), text: flattened(meaning, mine, checkText) }];
    }),
    version: code(version),
    records: counted(records.length, 'record'),
    overlay: code(overlayPath(client.id)),
    cells: cellsOf(records).map(cell).join(', '),
    folded,
    compared: compared ?? null,
    differs: folded.some(({ scenario }) => scenario.includes('≠')),
    all: recordRows(records, checkText),
    ...datesOf(records),
    evidenceDigest: code(digestOf(records)),
    older: [...groupBy(older, ({ clientVersion }) => clientVersion)]
      .map(([name, group]) => `${code(name)} (${counted(group.length, 'record')})`)
      .join(', '),
  };
}

function glance(
  client: ClientEntry,
  version: string,
  records: VerifiedRecord[],
  { sdkVersion, asked }: { sdkVersion: string | undefined; asked: string[] | undefined },
): CardView['glance'] {
  const { sdk } = client;
  const usual = records.filter(({ config }) => config === 'default');
  const lines: [string, string | undefined][] = [
    ['Client id', code(client.id)],
    ['Vendor', cell(client.vendor)],
    ['Category', client.category],
    ['Licence', client.licence === null ? undefined : cell(client.licence)],
    ['Source', client.source === null ? undefined : `<${client.source}>`],
    ['Package', client.package === undefined ? undefined : code(client.package)],
    ['Wire names', client.wireNames.map(code).join(', ')],
    [
      'SDK',
      sdk === null
        ? 'none'
        : `${code(sdk.package)}${sdkVersion === undefined ? '' : ` ${cell(sdkVersion)}`} · ${cell(sdk.title)}`,
    ],
    ['Prefers', revisionsOf(usual).map(code).join(', ') || undefined],
    ['Seen to speak', revisionsOf(records).map(code).join(', ')],
    ['Probed', `${code(version)} (see below)`],
    ['Asked for', asked && (asked.map(code).join(', ') || 'no host but this machine')],
  ];
  return lines.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

function kindOf(capabilities: Capability[], id: string): Capability['kind'] {
  return capabilities.find((capability) => capability.id === id)?.kind ?? 'capability';
}

/** One digest for all the evidence of a card: sha256 over the digests of its records, a line each, in their order. */
function digestOf(records: VerifiedRecord[]): string {
  const lines = records.map(({ digest }) => `${digest}\n`).join('');
  return `sha256:${createHash('sha256').update(lines).digest('hex')}`;
}
