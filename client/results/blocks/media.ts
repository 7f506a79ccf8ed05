import { quotable } from '../cut.ts';
import { decodeBase64, decodedLength, LARGEST_FILE } from './base64.ts';
import { rasterExtension } from './raster.ts';
import { notice, type Rendered, traits, usable } from './rendered.ts';
import { contentId, storeFile } from './store.ts';

interface MediaBlock {
  type: 'image' | 'audio';
  data: string;
  mimeType: string;
}

const AUDIO_EXTENSIONS: Record<string, string> = {
  wav: '.wav',
  wave: '.wav',
  'x-wav': '.wav',
  'vnd.wave': '.wav',
  mpeg: '.mp3',
  mp3: '.mp3',
  mp4: '.m4a',
  aac: '.aac',
  flac: '.flac',
  webm: '.webm',
};

/**
 * An image or audio block as text: its bytes are kept below `<home>/cache`, and the line `MEDIA:<path>` says where. A
 * block that cannot be kept is told about in its place.
 */
export function renderMedia(block: MediaBlock, home: string): Rendered {
  const { type, data } = block;
  const mime = block.mimeType.toLowerCase();
  if (!mime.startsWith(`${type}/`)) return unsupported({ ...block });
  const what = `${type} (${quotable(mime)})`;
  const bytes = decodeBase64(data);
  if (bytes === 'invalid') return notice(`${what} left out: its data is not base64`);
  if (bytes === 'too large') {
    return notice(`${what} left out: about ${decodedLength(data)} bytes, and at most ${LARGEST_FILE} are kept`);
  }
  const extension = type === 'image' ? rasterExtension(bytes) : audioExtension(mime);
  if (extension === undefined) {
    return notice(`${what} left out: its ${bytes.length} bytes are no PNG, JPEG, GIF, BMP or WEBP`);
  }
  const [folder, prefix] = type === 'image' ? ['images', 'img'] : ['audio', 'audio'];
  try {
    return usable(`MEDIA:${storeFile(home, folder, `${prefix}_${contentId(bytes)}${extension}`, bytes)}`);
  } catch {
    return notice(`${what} left out: its ${bytes.length} bytes could not be saved`);
  }
}

/** A block that this client has no way to show. */
export function unsupported(block: Record<string, unknown>): Rendered {
  return notice(
    `a block that cannot be shown was left out: ${traits(block, ['type', 'mimeType', 'uri', 'size', 'name'])}`,
  );
}

function audioExtension(mime: string): string {
  const subtype = /^audio\/([\w.+-]+)/.exec(mime)?.[1] ?? '';
  return Object.hasOwn(AUDIO_EXTENSIONS, subtype) ? (AUDIO_EXTENSIONS[subtype] ?? '.ogg') : '.ogg';
}
