// Drops content wherever there is structuredContent.
import { contentText, run } from './client.mjs';

await run({
  show: (result) => (result.structuredContent == null ? contentText(result) : JSON.stringify(result.structuredContent)),
});
