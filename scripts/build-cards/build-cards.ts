import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ClientEntry } from '../../data/types/clients.ts';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { CommandError } from '../error.ts';
import { ifThere } from '../if-there.ts';
import { keepFile, keeping } from '../keep-file.ts';
import { placesOf } from '../paths.ts';
import { readCapabilities } from '../registry/capabilities.ts';
import { readClients } from '../registry/clients.ts';
import { overlayPath, readOverlays } from '../registry/overlays.ts';
import { counted, exitCodeOf, type Streams } from '../streams.ts';
import { cardView, newestOf } from './card-view.ts';
import { compared } from './compared.ts';
import { indexView } from './index-view.ts';
import { renderCard, renderIndex } from './render.ts';
import { sdkVersion } from './sdk-version.ts';

export interface BuildCardsOptions extends Streams {
  root?: string;
  /** Writes nothing; answers with 1 when a card on disk is not the one that would be written. */
  check?: boolean;
}

/**
 * Writes `cards/<client>.md` for every client with an overlay, and `cards/README.md`; a card of a client that has none
 * any more is removed, a file that somebody else put there is not. With `check`, answers with 1 when there would be something to do.
 */
export async function runBuildCards(options: BuildCardsOptions): Promise<number> {
  return exitCodeOf(options, async () => {
    const { root } = placesOf(options);
    const cards = await makeCards(root);
    const stale = await findStale(root, cards);
    if (options.check === true) {
      if (stale.length === 0) return 0;
      options.stderr(
        `Stale: ${stale.map((name) => `cards/${name}`).join(', ')}. Run build-cards and commit the result.\n`,
      );
      return 1;
    }
    for (const name of stale) await replace(join(root, 'cards', name), cards.get(name));
    options.stdout(`${counted(cards.size - 1, 'card')} and an index, ${stale.length} changed\n`);
    return 0;
  });
}

/** Every file of `cards/` that is made from data, by its name. */
async function makeCards(root: string): Promise<Map<string, string>> {
  const [capabilities, clients, overlays] = await Promise.all([
    readCapabilities(root),
    readClients(root),
    readOverlays(root),
  ]);
  const probed = overlays
    .filter(({ records }) => records.length > 0)
    .map((overlay) => ({ overlay, client: clientOf(overlay, clients) }));
  const cards = new Map<string, string>();
  for (const { client, overlay } of probed) {
    const version = client.sdk === null ? undefined : await sdkVersion(root, client.id, client.sdk.package);
    const differences = await compared(root, client.id, newestOf(overlay).records);
    const view = cardView(client, overlay, { capabilities, sdkVersion: version, compared: differences });
    cards.set(`${client.id}.md`, renderCard(view));
  }
  return cards.set('README.md', renderIndex(indexView(probed, capabilities)));
}

function clientOf({ client }: VerifiedOverlay, clients: ClientEntry[]): ClientEntry {
  const entry = clients.find(({ id }) => id === client);
  if (entry !== undefined) return entry;
  throw new CommandError(
    'input',
    `Expected data/clients.json to describe "${client}", whose records are in ${overlayPath(client)}.`,
  );
}

/** The names of cards that differ from what they should be: changed, missing, or no longer made. */
async function findStale(root: string, cards: Map<string, string>): Promise<string[]> {
  const folder = join(root, 'cards');
  const present = ((await ifThere('cards', readdir(folder))) ?? []).filter((name) => name.endsWith('.md'));
  const names = [...new Set([...cards.keys(), ...present])].sort();
  const texts = await Promise.all(names.map((name) => ifThere(`cards/${name}`, readFile(join(folder, name), 'utf8'))));
  return names.filter((name, index) => {
    const [text, card] = [texts[index], cards.get(name)];
    return card === undefined ? text?.includes(OURS) === true : text !== card;
  });
}

/** What every card says at its end. */
const OURS = '`mcp-client-probe build-cards`';

async function replace(path: string, text: string | undefined): Promise<void> {
  const shown = `cards/${basename(path)}`;
  await (text === undefined ? keeping(shown, () => rm(path)) : keepFile(path, text, shown));
}
