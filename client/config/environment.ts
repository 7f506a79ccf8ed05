import { describe, describeKey } from './describe.ts';
import { ConfigError } from './error.ts';
import { refuseNul } from './nul.ts';
import { parseStrings } from './strings.ts';

/**
 * The variables that a stdio server gets of its own. What no environment can hold is refused here, where the message can
 * keep the values out.
 *
 * @throws ConfigError `invalid-value`
 */
export function parseEnvironment(value: unknown, where: string): Record<string, string> {
  const env = parseStrings(value, 'env', where);
  for (const [name, text] of Object.entries(env)) {
    if (name === '' || name.includes('=')) {
      throw new ConfigError(
        'invalid-value',
        `Expected the names in "env" to have characters, and none of them to be =, got ${describe(describeKey(name))}`,
        where,
      );
    }
    refuseNul(name, 'env', where);
    refuseNul(text, `env.${describeKey(name)}`, where);
  }
  return env;
}
