import { describe, describeKind } from './describe.ts';
import { ConfigError } from './error.ts';
import { isMapping, own } from './mapping.ts';
import { withPlaceholders } from './placeholders.ts';
import type { Names } from './substitute.ts';
import { parseHttpUrl } from './url.ts';

/** The model that the agent talks to, by the Chat Completions protocol. */
export interface ModelSettings {
  /** The address below which `/chat/completions` lies, without a slash at its end. */
  baseUrl: string;
  /** Sent as a bearer token and nowhere else. */
  apiKey?: string;
  /** The model's id. */
  name: string;
  /** The context window in tokens, when it is known. */
  contextLength?: number;
}

/**
 * Reads the `model` section: `provider` (only `custom`), `base_url`, `default` (the model's id), `api_key`,
 * `context_length`; `${…}` is replaced in all of them.
 *
 * @param chosen the model's id from the command line; it wins over `default`
 * @throws ConfigError
 */
export function parseModel(value: unknown, names: Names, chosen?: string): ModelSettings {
  if (value === undefined || value === null) {
    throw new ConfigError(
      'missing-value',
      'Expected a "model" section with base_url and default, got none',
      'config.yaml',
    );
  }
  // Nothing here is worth a warning.
  return withPlaceholders(
    value,
    names,
    () => undefined,
    (model) => readModel(model, chosen),
  );
}

function readModel(model: unknown, chosen: string | undefined): ModelSettings {
  if (!isMapping(model)) {
    throw new ConfigError(
      'invalid-value',
      `Expected "model" to be a mapping, got ${describeKind(model)}`,
      'config.yaml',
    );
  }
  const provider = own(model, 'provider') ?? 'custom';
  if (provider !== 'custom') {
    throw new ConfigError('invalid-value', `Expected "provider" to be custom, got ${describe(provider)}`, 'model');
  }
  const baseUrl = own(model, 'base_url') ?? undefined;
  if (baseUrl === undefined) throw new ConfigError('missing-value', 'Expected "base_url", got nothing', 'model');
  const apiKey = parseApiKey(own(model, 'api_key') ?? undefined);
  const contextLength = parseContextLength(own(model, 'context_length') ?? undefined);
  return {
    baseUrl: parseHttpUrl(baseUrl, 'base_url', 'model').replace(/\/+$/, ''),
    ...(apiKey === undefined ? {} : { apiKey }),
    name: chosen ?? parseName(own(model, 'default') ?? undefined),
    ...(contextLength === undefined ? {} : { contextLength }),
  };
}

function parseName(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  const code = value === undefined ? 'missing-value' : 'invalid-value';
  throw new ConfigError(code, `Expected "default" to be the id of a model, got ${describe(value)}`, 'model');
}

function parseApiKey(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const key = typeof value === 'string' ? value.trim() : undefined;
  if (key === '') return undefined;
  // A key goes into a header: anything but visible ASCII would be refused there with a message that shows it.
  if (key !== undefined && /^[\x21-\x7e]+$/.test(key)) return key;
  const came = key === undefined ? describeKind(value) : 'other characters';
  throw new ConfigError(
    'invalid-value',
    `Expected "api_key" to be a string of visible ASCII characters, got ${came}`,
    'model',
  );
}

function parseContextLength(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const length = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof length === 'number' && Number.isSafeInteger(length) && length > 0) return length;
  throw new ConfigError(
    'invalid-value',
    `Expected "context_length" to be a whole number of tokens, got ${describe(value)}`,
    'model',
  );
}
