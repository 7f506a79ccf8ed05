import { stripTagCharacters } from '../tag-characters.ts';
import type { ContentBlock, RenderContext } from '../types.ts';
import { renderMedia, unsupported } from './media.ts';
import type { Rendered } from './rendered.ts';
import { renderEmbedded, renderLink } from './resource.ts';

/**
 * One content block as the text that the model sees. Whom a block is annotated for makes no difference: all of them go to
 * the model (the original client's rule). Never throws.
 */
export function renderBlock(block: ContentBlock, context: RenderContext): Rendered {
  switch (block.type) {
    case 'text': {
      const text = stripTagCharacters(block.text);
      return { text, usable: text.trim() !== '' };
    }
    case 'image':
    case 'audio':
      return renderMedia(block, context.home);
    case 'resource_link':
      return renderLink(block, context);
    case 'resource':
      return renderEmbedded(block.resource, context);
    default:
      return unsupported(block);
  }
}
