import type { Json, ToolResultInRequest } from '../../../scenarios/types.ts';
import { items, member, string } from '../../json.ts';
import { compactJson } from './compact.ts';

type Texts = ToolResultInRequest['texts'];

/** The result in a `tool_result` block; none in other blocks. Images and PDFs are no text. */
export function readResult(block: Json, pointer: string): ToolResultInRequest[] {
  if (member(block, 'type') !== 'tool_result') return [];
  const texts = readContent(member(block, 'content'), `${pointer}/content`);
  const result = { callId: string(member(block, 'tool_use_id')), pointer, texts };
  return [member(block, 'is_error') === true ? { ...result, isError: true } : result];
}

/** A text, a list of parts, or what a client sends that made neither of a value. */
function readContent(content: Json | undefined, pointer: string): Texts {
  if (content === undefined || content === null) return [];
  if (Array.isArray(content)) return content.flatMap((part, index) => readPart(part, `${pointer}/${index}`));
  return [{ pointer, text: typeof content === 'string' ? content : compactJson(content) }];
}

function readPart(part: Json, pointer: string): Texts {
  switch (member(part, 'type')) {
    case 'tool_reference':
      return textAt(part, 'tool_name', pointer);
    case 'search_result':
      return [
        ...textAt(part, 'title', pointer),
        ...textAt(part, 'source', pointer),
        ...textParts(member(part, 'content'), `${pointer}/content`),
      ];
    case 'document':
      return [
        ...textAt(part, 'title', pointer),
        ...textAt(part, 'context', pointer),
        ...readSource(member(part, 'source'), `${pointer}/source`),
      ];
    default:
      return typeof part === 'string' ? [{ pointer, text: part }] : textAt(part, 'text', pointer);
  }
}

/** A document is a text, other content, or bytes. */
function readSource(source: Json | undefined, pointer: string): Texts {
  if (member(source, 'type') === 'text') return textAt(source, 'data', pointer);
  return [...textAt(source, 'content', pointer), ...textParts(member(source, 'content'), `${pointer}/content`)];
}

function textParts(parts: Json | undefined, pointer: string): Texts {
  return items(parts).flatMap((part, index) => textAt(part, 'text', `${pointer}/${index}`));
}

function textAt(value: Json | undefined, key: string, pointer: string): Texts {
  const text = member(value, key);
  return typeof text === 'string' ? [{ pointer: `${pointer}/${key}`, text }] : [];
}
