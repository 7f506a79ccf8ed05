import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Driver } from '../../data/types/driver.ts';
import { HarnessError } from '../error.ts';

/**
 * Reads a driver file and holds it against data/schema/driver.schema.json.
 * Throws HarnessError `missing` (no such file) or `input` (no JSON, or the schema refuses it; the message names the place).
 */
export async function readDriver(path: string, schema: object): Promise<Driver> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new HarnessError('missing', `Expected a driver file at ${path}, found none.`, { cause });
  });
  const driver = parse(text, path);
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile<Driver>(schema);
  if (!validate(driver)) {
    const [first] = validate.errors ?? [];
    throw new HarnessError(
      'input',
      `Expected ${path} to be a driver: at "${first?.instancePath || '/'}" it ${first?.message ?? 'is not valid'}${detail(first?.params)}.`,
    );
  }
  for (const { config, transport } of driver.matrix) {
    if (!(config in driver.configs))
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

function detail(params: Record<string, unknown> | undefined): string {
  const value = params?.['additionalProperty'] ?? params?.['allowedValues'];
  return value === undefined ? '' : ` (${JSON.stringify(value)})`;
}
