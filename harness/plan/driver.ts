import { readFile } from 'node:fs/promises';
import { faultOf } from '../../data/forms.ts';
import type { Driver } from '../../data/types/driver.ts';
import { HarnessError } from '../error.ts';

/**
 * Reads a driver file and holds it against data/schema/driver.schema.json.
 * Throws HarnessError `missing` (no such file) or `input` (no JSON, or no driver; the message names the place).
 */
export async function readDriver(path: string): Promise<Driver> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new HarnessError('missing', `Expected a driver file at ${path}, found none.`, { cause });
  });
  const value = parse(text, path);
  const fault = faultOf('driver', value);
  if (fault !== undefined) throw new HarnessError('input', `Expected ${path} to be a driver: ${fault}.`);
  const driver = value as Driver;
  for (const { config, transport } of driver.matrix) {
    if (!Object.hasOwn(driver.configs, config))
      throw new HarnessError('input', `Expected "matrix" of ${path} to name a config of the driver, got "${config}".`);
    if (!driver.transports.includes(transport))
      throw new HarnessError(
        'input',
        `Expected "matrix" of ${path} to name a transport of the driver, got "${transport}".`,
      );
  }
  return driver;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HarnessError('input', `Expected ${path} to be JSON: ${(cause as Error).message}.`, { cause });
  }
}
