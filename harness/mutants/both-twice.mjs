// Shows everything twice.
import { honest, run } from './client.mjs';

await run({ show: (result) => `${honest(result)}\n${honest(result)}` });
