// Shows content and nothing else.
import { contentText, run } from './client.mjs';

await run({ show: contentText });
