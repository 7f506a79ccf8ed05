import type { JsonObject } from '../../types.ts';
import { InvalidResultError } from '../error.ts';
import { type BlockRules, checkIcons } from './blocks.ts';
import { checkContent } from './content.ts';
import type { Era } from './era.ts';
import { expectBoolean, expectObject, expectString, expectUri, optional, within } from './expect.ts';

const RULES: BlockRules = {
  types: ['text', 'image', 'audio', 'resource_link', 'resource'],
  blockMeta: true,
  icons: true,
};

/** The revisions without a handshake, by their schema's CallToolResult. */
export const stateless: Era = new Map([['2026-07-28', checkResult]]);

// `structuredContent` may be any JSON value here, so there is nothing to check of it.
function checkResult(result: JsonObject): void {
  const missing = result.resultType === undefined;
  within(missing ? 'missing-result-type' : 'bad-result-type', () => checkResultType(result.resultType));
  checkContent(result.content, RULES);
  within('bad-is-error', () => optional(result.isError, 'isError', expectBoolean));
  within('bad-meta', () => optional(result._meta, '_meta', checkMeta));
}

function checkMeta(value: unknown, where: string): void {
  const key = 'io.modelcontextprotocol/serverInfo';
  optional(expectObject(value, where)[key], `${where}["${key}"]`, checkServerInfo);
}

// The schema says "a string"; its text says that a client must not take a type which it does not know for "complete".
function checkResultType(value: unknown): void {
  const type = expectString(value, 'resultType');
  if (type === 'complete') return;
  if (type === 'input_required') {
    throw new InvalidResultError(
      'input-required',
      'The server wants more input before it answers (resultType "input_required"), and this client does not answer input requests yet',
    );
  }
  throw new InvalidResultError(
    'unknown-result-type',
    'resultType: expected "complete" or "input_required", got another string',
  );
}

function checkServerInfo(value: unknown, where: string): void {
  const info = expectObject(value, where);
  expectString(info.name, `${where}.name`);
  expectString(info.version, `${where}.version`);
  for (const key of ['title', 'description']) optional(info[key], `${where}.${key}`, expectString);
  optional(info.websiteUrl, `${where}.websiteUrl`, expectUri);
  optional(info.icons, `${where}.icons`, checkIcons);
}
