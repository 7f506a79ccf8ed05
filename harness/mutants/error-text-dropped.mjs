// Keeps the text of an error result to itself.
import { honest, run } from './client.mjs';

await run({ show: (result) => (result.isError ? 'The tool reported an error.' : honest(result)) });
