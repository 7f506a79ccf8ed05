// Cuts every result at 500 characters.
import { honest, run } from './client.mjs';

await run({ show: (result) => honest(result).slice(0, 500) });
