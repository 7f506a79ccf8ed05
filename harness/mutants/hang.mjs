// Never goes on once the model has asked for a tool.
import { run } from './client.mjs';

await run({ act: () => new Promise((_resolve) => setInterval(() => {}, 60_000)) });
