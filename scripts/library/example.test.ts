import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const docs = join(import.meta.dirname, '../../docs');

// The example runs with the other tests, by the name that its readers import (docs/examples/small-client.test.ts).
it('is shown in docs/library.md as it is run', async () => {
  const [page, example] = await Promise.all(
    ['library.md', 'examples/small-client.test.ts'].map((name) => readFile(join(docs, name), 'utf8')),
  );
  expect(page).toContain(`\`\`\`ts\n${example}\`\`\`\n`);
});
