import type { Ajv } from '@modelcontextprotocol/client/validators/ajv';
import { toJson } from '../results/json.ts';
import { timebox } from '../results/output-schema/timebox.ts';
import type { Json, JsonObject } from '../types.ts';
import { toDraft7 } from './dialect.ts';
import { cut } from './shorten.ts';

/** Where arguments break their schema. */
export interface Violation {
  /** `arguments`, or a place in them such as `arguments.filter.0`. */
  path: string;
  /** The keyword of JSON Schema that is broken. */
  keyword: string;
  detail: string;
}

type Validate = ReturnType<InstanceType<typeof Ajv>['compile']>;
type Failure = NonNullable<Validate['errors']>[number];

/** Long enough for any honest schema; it only stops one that would never end. */
const timeLimit = 1000;

/** Engines by schema: each has its own, since two servers may use one `$id` for different schemas. */
const compiled = new WeakMap<JsonObject, Validate>();

/**
 * The first place where arguments break a tool's schema, or undefined. A schema that cannot be used (malformed, with a
 * `$ref` to elsewhere, endless) breaks nothing: the server checks the arguments itself, and no server can switch off its
 * own tools here. Formats are not checked, and nothing is ever fetched.
 */
export async function findViolation(schema: JsonObject, args: JsonObject): Promise<Violation | undefined> {
  if (Object.keys(args).length === 0 && takesNoArguments(schema)) return undefined;
  try {
    const validate = compiled.get(schema) ?? (await compile(schema));
    compiled.set(schema, validate);
    return timebox(timeLimit, () => {
      if (validate(args) !== false) return undefined;
      // Branches of a union come before the union that failed: the last failure is the one that counts.
      const failure = validate.errors?.at(-1);
      return failure && explain(failure);
    });
  } catch {
    return undefined;
  }
}

const harmless = new Set(['$schema', 'additionalProperties', 'description', 'properties', 'required', 'title', 'type']);

/** Whether a call without arguments surely fits, since `required` has been checked: loading the engine costs 0.1 s. */
function takesNoArguments(schema: JsonObject): boolean {
  return Object.keys(schema).every((keyword) => harmless.has(keyword)) && schema.type === 'object';
}

async function compile(schema: JsonObject): Promise<Validate> {
  const module = await import('@modelcontextprotocol/client/validators/ajv');
  return timebox(timeLimit, () =>
    new module.Ajv({
      strict: false,
      validateSchema: false,
      validateFormats: false,
      verbose: true,
      logger: false,
    }).compile(toDraft7(schema)),
  );
}

function explain({ instancePath, keyword, message = 'is not allowed', params, data }: Failure): Violation {
  const names = instancePath.split('/').slice(1);
  const path = ['arguments', ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))].join('.');
  const expected = params.allowedValues ?? params.allowedValue ?? params.additionalProperty;
  const details = expected === undefined ? message : `${message}: ${toJson(expected as Json)}`;
  return { path, keyword, detail: cut(`${details}; got ${toJson(data as Json)}`, 600) };
}
