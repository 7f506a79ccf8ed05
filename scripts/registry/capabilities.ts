import type { Capability } from '../../data/types/capabilities.ts';
import { dataFile } from '../paths.ts';
import { readForm } from './read-form.ts';

/** The capabilities in the order of a card's table. Throws CommandError when the file is missing or malformed. */
export async function readCapabilities(root: string): Promise<Capability[]> {
  const { capabilities } = await readForm(
    'capabilities',
    dataFile(root, 'capabilities.json'),
    'data/capabilities.json',
  );
  return capabilities;
}
