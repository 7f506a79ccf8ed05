import type { Json, JsonObject } from '../../types.ts';
import { InvalidResultError } from '../error.ts';
import type { CallToolResult } from '../types.ts';
import { kindOf } from '../validate/expect.ts';
import { describeMismatch } from './describe.ts';
import { timebox } from './timebox.ts';

/** Long enough for any honest schema; it only stops one that would never end. */
const TIME_LIMIT_MS = 2000;
const LONGEST_CAUSE = 300;

type Validate = (value: Json) => { valid: boolean; errorMessage?: string | undefined };

// A validator each schema, since an engine that is shared would take a second schema with the same $id for the first.
const validators = new WeakMap<object, Validate>();

/**
 * Checks `structuredContent` against the outputSchema that the tool was listed with (specification, server/tools). A
 * result that reports an error is not checked. `null` is a value here, though it counts as absent everywhere else.
 * Dialects: 2020-12 (the default), 2019-09, draft-07 and draft-06; a `$ref` is never fetched.
 *
 * Throws InvalidResultError: `structured-content-missing`, `structured-content-mismatch` (names the place in the schema's
 * words, no value of the result), `output-schema-unusable`.
 */
export async function checkOutputSchema(
  tool: { name: string; outputSchema?: unknown },
  result: CallToolResult,
): Promise<void> {
  const schema = tool.outputSchema;
  if (schema === undefined || result.isError === true) return;
  if (result.structuredContent === undefined) {
    throw new InvalidResultError(
      'structured-content-missing',
      `${tool.name} has an outputSchema, so the result needs structuredContent, and it has none`,
    );
  }
  const checked = await attempt(tool.name, schema, result.structuredContent);
  if (!checked.valid) {
    const mismatch = describeMismatch(checked.errorMessage ?? '', result.structuredContent, schema as JsonObject);
    throw new InvalidResultError(
      'structured-content-mismatch',
      `The result does not keep to the outputSchema of ${tool.name}: ${mismatch}`,
    );
  }
}

async function attempt(tool: string, schema: unknown, value: Json): Promise<ReturnType<Validate>> {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw unusable(tool, `expected an object, got ${kindOf(schema)}`);
  }
  try {
    const validate = validators.get(schema) ?? (await compile(schema));
    validators.set(schema, validate);
    return timebox(TIME_LIMIT_MS, () => validate(value));
  } catch (cause) {
    throw unusable(
      tool,
      cause instanceof Error ? cause.message.slice(0, LONGEST_CAUSE) : 'it cannot be compiled',
      cause,
    );
  }
}

async function compile(schema: object): Promise<Validate> {
  // Loaded for the first tool that has an outputSchema; most have none.
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/client/validators/ajv');
  return timebox(TIME_LIMIT_MS, () => new AjvJsonSchemaValidator().getValidator(schema));
}

function unusable(tool: string, why: string, cause?: unknown): InvalidResultError {
  return new InvalidResultError('output-schema-unusable', `The outputSchema of ${tool} cannot be used: ${why}`, {
    cause,
  });
}
