import type { ClientEntry } from '../../data/types/clients.ts';
import { dataFile } from '../paths.ts';
import { readForm } from './read-form.ts';

/** The clients that the registry knows. Throws CommandError when the file is missing or malformed. */
export async function readClients(root: string): Promise<ClientEntry[]> {
  const { clients } = await readForm('clients', dataFile(root, 'clients.json'), 'data/clients.json');
  return clients;
}
