// Encodes structuredContent in base64.
import { contentText, run } from './client.mjs';

await run({
  show: (result) => {
    const data =
      result.structuredContent == null ? '' : Buffer.from(JSON.stringify(result.structuredContent)).toString('base64');
    return `${contentText(result)}\n${data}`.trim();
  },
});
