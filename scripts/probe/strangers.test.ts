import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { madeDriver } from './faults/testing/clients.ts';
import { MIRROR, makePlace, ONE, type Place, probe, start } from './faults/testing/place.ts';

const reduced = { evidence: 'reduced' as const };

function read({ out }: Place, file: string): Promise<string> {
  return readFile(join(out, MIRROR, file), 'utf8');
}

it('leaves the evidence of other people’s clients alone for as long as it says the same, whatever they write anew', async () => {
  const place = await makePlace();
  const way = '{ show: (result) => `${honest(result)}\\nTook ${Math.random()} seconds.` }';
  const driver = await madeDriver(place, { way }, reduced);
  expect((await probe(place, ...ONE, '--driver', driver)).exitCode).toBe(0);
  const before = await Promise.all(['model.jsonl', 'record.json', 'model.full.jsonl'].map((file) => read(place, file)));
  expect((await probe(place, ...ONE, '--driver', driver)).exitCode).toBe(0);
  expect(await read(place, 'model.jsonl')).toBe(before[0]);
  expect(await read(place, 'record.json')).toBe(before[1]);
  expect(await read(place, 'model.full.jsonl')).not.toBe(before[2]);
  expect((await start(place, ['rejudge', '--runs', place.out])).stdout).toBe('1 record hold\n');
  // Now it shows something else.
  const changed = await madeDriver(place, { way: way.replace('honest(result)', 'result.content[0].text') }, reduced);
  await probe(place, ...ONE, '--driver', changed);
  expect(await read(place, 'model.jsonl')).not.toBe(before[0]);
  expect(JSON.parse(await read(place, 'record.json'))).toMatchObject({ verdict: { short: 'payload once (as text)' } });
});

it('keeps the hosts that a client asked for, hands them to the overlay and shows them on the card', async () => {
  const place = await makePlace();
  const first = `await fetch('http://updates.example/').catch(() => undefined);`;
  const fenced = { ...reduced, fence: 'node' as const };
  const asking = await madeDriver(place, { first }, fenced);
  expect((await probe(place, ...ONE, '--driver', asking)).exitCode).toBe(0);
  // It asks at times only: what is known stays known.
  expect((await probe(place, ...ONE, '--driver', await madeDriver(place, {}, fenced))).exitCode).toBe(0);
  const [folder = ''] = MIRROR.split('/');
  const kept = await readFile(join(place.out, folder, 'asked.json'), 'utf8');
  expect(JSON.parse(kept)).toEqual({ asked: ['updates.example'] });
  expect((await start(place, ['ingest', '--runs', place.out])).exitCode).toBe(0);
  expect((await start(place, ['build-cards'])).exitCode).toBe(0);
  const card = await readFile(join(place.folder, 'cards/hermes-ts.md'), 'utf8');
  expect(card).toContain('| Asked for | `updates.example` |');
});

it('takes damaged evidence for none', async () => {
  const place = await makePlace();
  const driver = await madeDriver(place, {}, reduced);
  await probe(place, ...ONE, '--driver', driver);
  const whole = await read(place, 'model.jsonl');
  await writeFile(join(place.out, MIRROR, 'model.jsonl'), whole.slice(0, -30));
  await probe(place, ...ONE, '--driver', driver);
  expect(await read(place, 'model.jsonl')).toBe(whole);
});

it('keeps nobody else’s prompts', async () => {
  const place = await makePlace();
  const first = `await post(JSON.stringify({ messages: [{ role: 'system', content: 'A prompt that is a trade secret.' }], tools: [{ type: 'function', function: { name: 'shell', description: 'Another secret of the trade.', parameters: {} } }] }));`;
  const driver = await madeDriver(place, { first }, reduced);
  expect((await probe(place, ...ONE, '--driver', driver)).exitCode).toBe(0);
  expect(await read(place, 'model.full.jsonl')).toContain('trade secret');
  expect(await read(place, 'model.jsonl')).not.toMatch(/secret/);
  expect(await read(place, 'model.jsonl')).toContain('{{omitted ');
});
