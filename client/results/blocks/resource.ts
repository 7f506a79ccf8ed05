import { isUtf8 } from 'node:buffer';
import { quotable } from '../cut.ts';
import type { RenderContext, ResourceContents } from '../types.ts';
import { decodeBase64, decodedLength, LARGEST_FILE } from './base64.ts';
import { notice, type Rendered, traits, usable } from './rendered.ts';
import { contentId, storeFile } from './store.ts';

/** A link is shown and not followed; the tool that could read it is named where the model has it. */
export function renderLink(link: { uri: string; name: string }, { readResourceTool }: RenderContext): Rendered {
  const how = readResourceTool === undefined ? '' : `; ${readResourceTool} can read it`;
  return usable(`[link to a resource: ${traits({ ...link }, ['uri', 'name', 'mimeType'])}${how}]`);
}

/** A resource in the result itself: its text, or a file below `<home>/cache/documents` where it is bytes. */
export function renderEmbedded(resource: ResourceContents, { home }: RenderContext): Rendered {
  const { text, blob } = resource;
  if (typeof text === 'string') return { text, usable: text.trim() !== '' };
  const bytes = decodeBase64(blob ?? '');
  if (bytes === 'invalid') return notice(`resource left out: its data is not base64 (${origin(resource)})`);
  if (bytes === 'too large') {
    const about = `about ${decodedLength(blob ?? '')} bytes, and at most ${LARGEST_FILE} are kept`;
    return notice(`resource left out: ${about} (${origin(resource)})`);
  }
  try {
    const path = storeFile(home, 'documents', `doc_${contentId(bytes)}_${safeName(resource)}`, bytes);
    const how = isText(bytes) ? '; read_file can show it' : '';
    const type = resource.mimeType === undefined ? 'type not stated' : quotable(resource.mimeType);
    return usable(`[the bytes of a resource are kept in ${path} (${type}, ${bytes.length} bytes)${how}]`);
  } catch {
    return notice(`resource left out: its ${bytes.length} bytes could not be saved (${origin(resource)})`);
  }
}

function origin({ uri, mimeType }: ResourceContents): string {
  return traits({ uri, mimeType }, ['uri', 'mimeType']);
}

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

const LONGEST_NAME = 150;

// The last segment of the path, of letters that mean nothing to a shell or a file system.
function safeName({ uri, mimeType }: ResourceContents): string {
  const segment =
    uri
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '';
  const name = segment
    .replace(/[^\w.-]+/g, '_')
    .replace(/^[._-]+/, '')
    .slice(-LONGEST_NAME);
  return name === '' ? `resource${extension(mimeType)}` : name;
}

function extension(mimeType = ''): string {
  const subtype = /^\w+\/([a-z0-9]{1,8})$/i.exec(mimeType)?.[1]?.toLowerCase();
  if (subtype === undefined) return '';
  return subtype === 'plain' ? '.txt' : `.${subtype}`;
}
