import { renderBlock } from './blocks/block.ts';
import { capMiddle, LONGEST_RESULT } from './cap.ts';
import { renderError } from './failure.ts';
import { toJson, toJsonObject } from './json.ts';
import { applicationMeta } from './meta.ts';
import { isMirrored } from './mirror.ts';
import { stripTagCharacters } from './tag-characters.ts';
import type { CallToolResult, ContentBlock, RenderContext } from './types.ts';

/**
 * A valid result as the JSON text that the model sees: the blocks as one text under `result`, `structuredContent` beside
 * it unless the text is a copy of it, and the application's `_meta`. Without any text, structuredContent stands under
 * `result`. An error result is `{"error": <its text>}` alone. Images, audio and documents are kept below
 * `<context.home>/cache`, and a path stands in their place. Never throws.
 */
export function renderResult(result: CallToolResult, context: RenderContext): string {
  return stripTagCharacters(result.isError === true ? renderErrorResult(result) : renderSuccess(result, context));
}

function renderErrorResult({ content }: CallToolResult): string {
  const text = content.map(textOf).join('');
  return renderError(text.trim() === '' ? 'The tool reported an error and did not say which' : text);
}

function textOf(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  return block.type === 'resource' && typeof block.resource.text === 'string' ? block.resource.text : '';
}

function renderSuccess(result: CallToolResult, context: RenderContext): string {
  const blocks = result.content.map((block) => renderBlock(block, context)).filter(({ text }) => text !== '');
  const text = capMiddle(blocks.map((block) => block.text).join('\n'));
  const hasUsableText = blocks.some(({ usable }) => usable);
  try {
    const meta = applicationMeta(result._meta);
    return assemble(text, structuredPart(result, text, hasUsableText), meta === undefined ? undefined : toJson(meta));
  } catch {
    return toJsonObject([['result', toJson(text || '[structured data left out: it is nested too deeply]')]]);
  }
}

interface StructuredPart {
  key: 'result' | 'structuredContent';
  json: string;
}

/** What of structuredContent is shown, and where. Throws RangeError when it is nested too deeply. */
function structuredPart(
  { content, structuredContent }: CallToolResult,
  text: string,
  hasUsableText: boolean,
): StructuredPart | undefined {
  if (structuredContent === undefined || structuredContent === null) return undefined;
  if (isMirrored(structuredContent, spokenTexts(content))) return undefined;
  const json = toJson(structuredContent);
  const isOverCap = json.length > LONGEST_RESULT;
  if (!isOverCap && typeof structuredContent !== 'string') {
    return { key: text === '' ? 'result' : 'structuredContent', json };
  }
  // A string, sent as one or left of a value over the cap, only takes the place of a text that says nothing.
  return hasUsableText ? undefined : { key: 'result', json: isOverCap ? toJson(capMiddle(json)) : json };
}

function spokenTexts(content: CallToolResult['content']): string[] {
  return content.flatMap((block) => (block.type === 'text' && block.text.trim() !== '' ? [block.text] : []));
}

function assemble(text: string, data: StructuredPart | undefined, meta: string | undefined): string {
  const metaPart: [string, string][] = meta === undefined ? [] : [['_meta', meta]];
  if (data?.key === 'result') return toJsonObject([['result', data.json], ...metaPart]);
  // The order of the original client: with nothing but `_meta`, the empty result comes last.
  if (text === '') return toJsonObject([...metaPart, ['result', '""']]);
  const dataPart: [string, string][] = data === undefined ? [] : [['structuredContent', data.json]];
  return toJsonObject([['result', toJson(text)], ...dataPart, ...metaPart]);
}
