import Handlebars from 'handlebars';
import type { Driver } from '../../data/types/driver.ts';
import type { JsonObject, Transport } from '../../scenarios/types.ts';
import { HarnessError } from '../error.ts';

/** What the templates of a driver may name; docs/drivers.md tells each value to people who write drivers. */
export interface DriverContext {
  /** The Node binary that runs the harness. */
  node: string;
  /** The folder of this package. */
  root: string;
  home: string;
  work: string;
  prompt: string;
  config: Record<string, string | number | boolean>;
  model: { baseUrl: string; apiKey: string; name: string };
  /** `command` and `args` on stdio, `url` on HTTP; `entry` holds keys that the scenario adds to the server's entry. */
  server: { name: string; transport: Transport; command: string; args: string[]; url: string; entry: JsonObject };
}

/** A driver with every template filled in. */
export interface DrivenClient {
  command: [string, ...string[]];
  environment: Record<string, string>;
  files: { path: string; text: string }[];
}

const handlebars = Handlebars.create();
handlebars.registerHelper('json', (value: unknown) => JSON.stringify(value));

/** Fills in the templates of a driver. Throws HarnessError `input` when a template names something that is not there. */
export function fillIn(driver: Driver, context: DriverContext): DrivenClient {
  const [program, ...args] = driver.command.map((template) => fill(template, context, 'command'));
  if (program === undefined)
    throw new HarnessError('input', `Expected "command" of ${driver.client} to name a program.`);
  return {
    command: [program, ...args],
    environment: Object.fromEntries(
      Object.entries(driver.environment).map(([name, value]) => [name, fill(value, context, `environment.${name}`)]),
    ),
    files: driver.files.map(({ path, template }) => ({ path, text: fill(`${template.join('\n')}\n`, context, path) })),
  };
}

/** Fills in one template; `where` names it in an error. */
export function fill(template: string, context: Partial<DriverContext>, where: string): string {
  try {
    return handlebars.compile(template, { noEscape: true, strict: true })(context);
  } catch (cause) {
    throw new HarnessError(
      'input',
      `Expected the template of "${where}" to fit its context: ${(cause as Error).message}.`,
      { cause },
    );
  }
}
