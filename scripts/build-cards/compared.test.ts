import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { arrived, sampleRecord, withFolder } from '../evidence/sample.ts';
import { verified } from '../ingest/make-overlay.ts';
import { compared } from './compared.ts';

const BOTH = '[…] and {…} (content 1x, structuredContent 1x, as text)';

function record(scenario: string, short: string, transport: 'stdio' | 'http' = 'stdio') {
  return verified(sampleRecord({ scenario, transport, verdict: arrived(short, { id: 'arrives', outcome: 'met' }) }), {
    date: '2026-11-30',
    digest: `sha256:${'0'.repeat(64)}`,
    path: `runs/${scenario}`,
  });
}

async function keep(root: string, explanations: { scenario: string; text: string }[]): Promise<void> {
  const published = {
    client: 'other',
    clientVersion: '1',
    source: { publisher: 'p', title: 't', url: 'https://example.com/', date: '2026-01-01' },
    records: ['stdio', 'http'].flatMap((transport) =>
      ['a', 'b', 'c'].map((name) => ({
        capability: 'x',
        config: 'default',
        protocolVersion: '2025-11-25',
        recordPath: 'x',
        scenario: name,
        server: 'both',
        transport,
        verdict: name === 'c' ? '"…" client error text, no fixture field: "other words"' : BOTH,
      })),
    ),
  };
  for (const folder of ['published', 'compared']) await mkdir(join(root, 'data', folder), { recursive: true });
  await writeFile(join(root, 'data/published/other@1.json'), JSON.stringify(published));
  const form = { client: 'sample', explanations, with: ['published/other@1'] };
  await writeFile(join(root, 'data/compared/sample.json'), JSON.stringify(form));
}

const records = [
  record('a', BOTH),
  record('a', BOTH, 'http'),
  record('b', '[…] content only (1x, as text)'),
  record('b', '[…] content only (1x, as text)', 'http'),
  record('c', '"…" client error text, no fixture field: "words"'),
  record('d', BOTH),
];

it('tells what differs from others, over which runs, and why', async () => {
  await withFolder(async (root) => {
    expect(await compared(root, 'sample', records)).toBeUndefined();
    await keep(root, [{ scenario: 'b', text: 'Another | version.' }]);
    expect(await compared(root, 'sample', records)).toEqual({
      heads: ['`published/other@1`'],
      common: 5,
      same: 3,
      rows: [
        {
          scenario: 'b',
          runs: 'default/stdio, default/http',
          verdicts: ['[…] content only (1x, as text)', BOTH],
          why: 'Another \\| version.',
        },
      ],
    });
  });
});

it('takes no difference that nobody explains', async () => {
  await withFolder(async (root) => {
    await keep(root, []);
    await expect(compared(root, 'sample', records)).rejects.toThrow(
      'Expected data/compared/sample.json to explain b, where verdicts differ.',
    );
  });
});
