// Offers the tools, and answers the model without calling the server.
import { run } from './client.mjs';

await run({ act: () => 'The tool is not available at the moment.' });
