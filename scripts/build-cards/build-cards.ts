import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientEntry } from '../../data/types/clients.ts';
import { CommandError } from '../error.ts';
import { compareText } from '../evidence/compare-text.ts';
import { placesOf } from '../paths.ts';
import { readCapabilities } from '../registry/capabilities.ts';
import { readClients } from '../registry/clients.ts';
import { notesOf, readNotes } from '../registry/notes.ts';
import { overlayClients, overlayPath, readOverlay } from '../registry/overlays.ts';
import { publishedNames, readPublished } from '../registry/published.ts';
import { counted, exitCodeOf, type Streams } from '../streams.ts';
import { cardView } from './card-view.ts';
import { compared, sideReader } from './compared.ts';
import { type Column, columnOf } from './index-column.ts';
import { indexView } from './index-view.ts';
import { knownOf } from './known.ts';
import { type Pages, putPage, stalePages } from './pages.ts';
import { renderCard, renderIndex } from './render.ts';
import { researchPages } from './research.ts';
import { readInstalled, sdkVersion } from './sdk-version.ts';

export interface BuildCardsOptions extends Streams {
  root?: string;
  /** Writes nothing; answers with 1 when a page on disk is not the one that would be written. */
  check?: boolean;
}

const CARDS = 'cards';
const RESEARCH = 'docs/research';

/**
 * Writes `cards/<client>.md` for every client with evidence, `cards/README.md`, and a page of `docs/research/` for every
 * note; a page that is not made any more is removed, a file that somebody else put there is not. With `check`, answers
 * with 1 when there would be something to do.
 */
export async function runBuildCards(options: BuildCardsOptions): Promise<number> {
  return exitCodeOf(options, async () => {
    const { root } = placesOf(options);
    const { pages, cards } = await makePages(root);
    const stale = await stalePages(root, pages, [CARDS, RESEARCH]);
    if (options.check === true) {
      if (stale.length === 0) return 0;
      options.stderr(`Stale: ${stale.join(', ')}. Run build-cards and commit the result.\n`);
      return 1;
    }
    for (const path of stale) await putPage(root, path, pages.get(path));
    options.stdout(`${counted(cards, 'card')} and an index, ${stale.length} changed\n`);
    return 0;
  });
}

/** Every page that is made from data. Clients are read one after another, and of each no more is kept than a card and a column. */
async function makePages(root: string): Promise<{ pages: Pages; cards: number }> {
  const [capabilities, clients, probed, notes, published, installed] = await Promise.all([
    readCapabilities(root),
    readClients(root),
    overlayClients(root),
    readNotes(root),
    publishedNames(root),
    readInstalled(root),
  ]);
  const entries = new Map(clients.map((client) => [client.id, client]));
  const overlaid = new Set(probed);
  const sides = sideReader(root);
  const pages: Pages = new Map(notes.length === 0 ? [] : researchPages(notes, { clients }));
  const columns: Column[] = [];
  for (const id of clientsOf(root, [...entries.keys()], probed)) {
    const overlay = overlaid.has(id) ? await readOverlay(root, id) : undefined;
    const known = knownOf(entryOf(id, entries), overlay);
    if (known === undefined) continue;
    const { client, records } = known;
    const mine = notesOf(notes, id);
    const view = cardView(known, {
      capabilities,
      sdk: client.sdk === null ? undefined : await sdkVersion(root, id, client.sdk.package, installed),
      compared: await compared(root, id, records, sides),
      notes: mine,
      published: await readPublished(root, published.get(id) ?? []),
    });
    pages.set(`${CARDS}/${id}.md`, renderCard(view));
    columns.push(columnOf(known, mine));
  }
  pages.set(`${CARDS}/README.md`, renderIndex(indexView(columns, capabilities)));
  return { pages, cards: columns.length };
}

/** The clients that may have a card: of those that the package alone describes, the ones that were probed here. */
function clientsOf(root: string, described: string[], probed: string[]): string[] {
  const own = existsSync(join(root, 'data', 'clients.json')) ? described : [];
  return [...new Set([...own, ...probed])].sort(compareText);
}

function entryOf(id: string, entries: Map<string, ClientEntry>): ClientEntry {
  const entry = entries.get(id);
  if (entry !== undefined) return entry;
  throw new CommandError(
    'input',
    `Expected data/clients.json to describe "${id}", whose records are in ${overlayPath(id)}.`,
  );
}
