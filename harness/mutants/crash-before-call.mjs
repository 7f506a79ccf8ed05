// Ends with an exception when the model asks for a tool.
import { run } from './client.mjs';

await run({
  act: () => {
    throw new Error('the client broke');
  },
});
