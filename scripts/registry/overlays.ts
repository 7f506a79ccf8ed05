import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { VerifiedOverlay } from '../../data/types/verified.ts';
import { CommandError } from '../error.ts';
import { ifThere } from '../if-there.ts';
import { readForm } from './read-form.ts';

/** The overlay of a client, where ingest keeps it; relative to the root. */
export function overlayPath(client: string): string {
  return `data/verified/${client}.json`;
}

/** The overlay of one client, or `undefined` when it has none. Throws CommandError `input` when the file is malformed. */
export async function readOverlay(root: string, client: string): Promise<VerifiedOverlay | undefined> {
  const path = overlayPath(client);
  const overlay = await readForm('verified', join(root, path), path).catch((error: unknown) => {
    if (error instanceof CommandError && error.code === 'missing') return undefined;
    throw error;
  });
  if (overlay !== undefined && overlay.client !== client)
    throw new CommandError('input', `Expected "client" of ${path} to be "${client}", got "${overlay.client}".`);
  return overlay;
}

/** The clients with an overlay, in the order of their ids. */
export async function overlayClients(root: string): Promise<string[]> {
  const names = (await ifThere('data/verified', readdir(join(root, 'data', 'verified')))) ?? [];
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** Every overlay of a root, in the order of the clients' ids. */
export async function readOverlays(root: string): Promise<VerifiedOverlay[]> {
  const overlays = await Promise.all((await overlayClients(root)).map((client) => readOverlay(root, client)));
  return overlays.filter((overlay) => overlay !== undefined);
}
