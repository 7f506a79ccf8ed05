import Handlebars, { type HelperOptions } from 'handlebars';
import type { Driver } from '../../data/types/driver.ts';
import type { JsonObject, Transport } from '../../scenarios/types.ts';
import { HarnessError } from '../error.ts';

/** What the templates of a driver may name; docs/drivers.md tells each value to people who write drivers. */
export interface DriverContext {
  /** The Node binary that runs the harness, or the newer one that the driver asks for. */
  node: string;
  /** The folder of this package. */
  root: string;
  /** The folder of the driver's file. */
  folder: string;
  /** The folder that the client is installed in, the copy of its host program in there, its program on PATH; empty without. */
  install: string;
  host: string;
  program: string;
  home: string;
  work: string;
  prompt: string;
  config: Record<string, string | number | boolean>;
  /** `origin` is `baseUrl` without what the dialect's base URLs end with. */
  model: { baseUrl: string; origin: string; apiKey: string; name: string };
  /** `command` and `args` on stdio, `url` on HTTP; `sse`: whether it is one of HTTP+SSE; `entry` holds keys that the scenario adds to the server's entry. */
  /** The server's name of the tool; in `toolName` only. */
  tool?: string;
  server: {
    name: string;
    transport: Transport;
    sse: boolean;
    command: string;
    args: string[];
    url: string;
    entry: JsonObject;
  };
}

/** A driver with every template filled in. */
export interface DrivenClient {
  command: [string, ...string[]];
  environment: Record<string, string>;
  files: { path: string; text: string }[];
  stdin: string | undefined;
}

const handlebars = Handlebars.create();
handlebars.registerHelper('json', function json(...given: unknown[]) {
  const [value, ...others] = given.slice(0, -1);
  if (value === undefined || others.length > 0)
    throw new TypeError('"json" was given no value that is there, or several');
  return JSON.stringify(value);
});
// Handlebars is strict about the names that it prints, and takes any other name that is not there for an empty value.
for (const name of ['if', 'unless', 'each', 'with'] as const) {
  const builtIn = handlebars.helpers[name] as (this: unknown, value: unknown, options: HelperOptions) => unknown;
  handlebars.registerHelper(name, function strict(this: unknown, value: unknown, options: HelperOptions) {
    if (value === undefined) throw new TypeError(`"#${name}" was given a name that is not there`);
    return builtIn.call(this, value, options);
  });
}
handlebars.unregisterHelper('log');
handlebars.unregisterHelper('lookup');

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
    stdin: driver.stdin === undefined ? undefined : fill(driver.stdin, context, 'stdin'),
  };
}

/** Holds every template of a driver against the grammar of Handlebars. Throws HarnessError `input`, naming the template. */
export function checkTemplates({ version, command, environment, files, stdin }: Driver, path: string): void {
  const templates: [string, string][] = [
    ...(version?.command ?? []).map((template): [string, string] => ['version.command', template]),
    ...(stdin === undefined ? [] : [['stdin', stdin] as [string, string]]),
    ...command.map((template): [string, string] => ['command', template]),
    ...Object.entries(environment).map(([name, template]): [string, string] => [`environment.${name}`, template]),
    ...files.map(({ path: file, template }): [string, string] => [file, template.join('\n')]),
  ];
  for (const [where, template] of templates) {
    try {
      handlebars.parse(template);
    } catch (cause) {
      throw new HarnessError(
        'input',
        `Expected the template of "${where}" of ${path} to be Handlebars: ${oneLine(cause as Error)}.`,
        { cause },
      );
    }
  }
}

/** Fills in one template; `where` names it in an error. */
export function fill(template: string, context: Partial<DriverContext>, where: string): string {
  try {
    return handlebars.compile(template, { noEscape: true, strict: true })(context);
  } catch (cause) {
    throw new HarnessError(
      'input',
      `Expected the template of "${where}" to fit its context: ${oneLine(cause as Error)}.`,
      { cause },
    );
  }
}

/** A parse error draws the place below the line; the line number and what was found there say it too. */
function oneLine({ message }: Error): string {
  const [first = '', ...more] = message.split('\n');
  return [first.replace(/:$/, ''), ...more.flatMap((line) => line.match(/got .*$/) ?? [])]
    .join(', ')
    .replace(/\.$/, '');
}
