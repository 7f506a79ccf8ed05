// Lists the server's tools and offers none of them to the model.
import { run } from './client.mjs';

await run({ offer: () => [] });
