import type { Capability } from '../../data/types/capabilities.ts';
import type { ResearchNote } from '../../data/types/note.ts';
import type { PublishedVerdicts } from '../../data/types/published.ts';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { groupBy } from '../../harness/group-by.ts';
import { cell, code } from '../markdown.ts';
import { overlayPath } from '../registry/overlays.ts';
import { counted } from '../streams.ts';
import { aroundResults } from './around-results.ts';
import { type TableRow, tableRows } from './capability-table.ts';
import type { Compared } from './compared.ts';
import { disagreements } from './disagreements.ts';
import { flattened } from './flattened.ts';
import { frontMatter } from './front-matter.ts';
import { glanceOf } from './glance.ts';
import { type Known, lastUpdated } from './known.ts';
import { type OtherVersions, otherVersions } from './other-versions.ts';
import { newestFirst, type ReadingView, readingViews } from './provenance.ts';
import { type PublishedView, publishedView } from './published-view.ts';
import { noteLink } from './research.ts';
import { paragraph } from './research-text.ts';
import type { SdkVersion } from './sdk-version.ts';
import { type Advice, adviceOf } from './server-authors.ts';
import { type VerdictsView, verdictsView } from './verdicts-view.ts';

/** What the card of a client is made from beside what is known of it. */
export interface Surroundings {
  capabilities: Capability[];
  sdk: SdkVersion | undefined;
  compared: Compared | undefined;
  notes: ResearchNote[];
  published: PublishedVerdicts[];
}

/** All that a card says, as its template takes it. Texts are Markdown. */
export interface CardView {
  title: string;
  description: string;
  titleJson: string;
  descriptionJson: string;
  lastUpdated: string;
  version: string;
  glance: { label: string; value: string }[];
  rows: TableRow[];
  flattened: string[];
  verdicts: VerdictsView | null;
  published: PublishedView[];
  around: string[];
  advice: Advice[];
  /** Null where it is compared with nothing. */
  compared: Compared | null;
  otherVersions: OtherVersions | null;
  disagreements: string[];
  notes: string[];
  readings: ReadingView[];
  older: string;
  sources: string;
  id: string;
}

/** What a card says. Nothing depends on the day on which it is built. */
export function cardView(known: Known, { capabilities, ...more }: Surroundings): CardView {
  const { client, overlay, evidence, version, rows, probed, records } = known;
  const readings = newestFirst(client.readings);
  const listed = new Set(records.map(({ capability }) => capability));
  const backing = { readings, probed: probed[0], listed };
  const ids = capabilities.map(({ id }) => id);
  return {
    id: client.id,
    title: cell(client.title),
    description: paragraph(client.description),
    titleJson: frontMatter(client.title),
    descriptionJson: frontMatter(client.description),
    lastUpdated: lastUpdated(known, more.notes),
    version: code(version),
    glance: glanceOf(client, {
      version,
      reading: readings.find(({ clientVersion }) => clientVersion === version) ?? readings[0],
      probed,
      records,
      sdk: more.sdk,
      asked: Object.entries(overlay?.asked ?? {}).find(([version]) => version === probed[0])?.[1],
    }),
    rows: tableRows(capabilities, rows, backing),
    flattened: flattened(capabilities, rows, { ...backing, notes: client.notes }),
    verdicts: verdictsView(records, { version, capabilities }),
    published: more.published.map((list) => publishedView(list, ids)),
    around: aroundResults(records),
    advice: adviceOf(records, more.published),
    compared: more.compared ?? null,
    otherVersions: otherVersions(capabilities, evidence, { ...backing, version }),
    disagreements: disagreements(capabilities, rows, backing),
    notes: more.notes.map(noteLink),
    readings: readingViews(readings),
    older: olderRecords(overlay, probed[0]),
    sources: sourcesOf(known, more),
  };
}

function olderRecords(overlay: VerifiedOverlay | undefined, newest: string | undefined): string {
  const older = (overlay?.records ?? []).filter(({ clientVersion }) => clientVersion !== newest);
  return [...groupBy(older, ({ clientVersion }) => clientVersion)]
    .map(([name, group]) => `${code(name)} (${counted(group.length, 'record')})`)
    .join(', ');
}

/** The files that a card is made from. */
function sourcesOf(
  { client, overlay }: Known,
  { published, notes }: Pick<Surroundings, 'published' | 'notes'>,
): string {
  const files = [
    'data/capabilities.json',
    'data/clients.json',
    ...(overlay === undefined ? [] : [overlayPath(client.id)]),
    ...published.map((list) => `data/published/${list.client}@${list.clientVersion}.json`),
    ...(notes.length === 0 ? [] : ['data/notes/']),
  ];
  return files.map(code).join(', ');
}
