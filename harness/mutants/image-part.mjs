// Sends an image as an image part beside the text.
import { honest, run } from './client.mjs';

await run({
  show: (result) => {
    const images = (result.content ?? []).filter(({ type }) => type === 'image');
    if (images.length === 0) return honest(result);
    const parts = images.map(({ data, mimeType }) => ({
      type: 'image_url',
      image_url: { url: `data:${mimeType};base64,${data}` },
    }));
    return [{ type: 'text', text: honest(result) }, ...parts];
  },
});
