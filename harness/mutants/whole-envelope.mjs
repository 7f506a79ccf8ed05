// Shows the result object itself, keys and all.
import { run } from './client.mjs';

await run({ show: (result) => JSON.stringify(result) });
