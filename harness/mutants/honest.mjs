// No fault: what the mutants are compared with.
import { run } from './client.mjs';

await run();
