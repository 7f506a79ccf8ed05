import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeDriver } from './faults/testing/clients.ts';
import { CELL, MIRROR, makePlace, ONE, probe } from './faults/testing/place.ts';
import { differences } from './faults/testing/sound.ts';

// The built bin as a user runs it: what it answers, and what is left on disk. What can go wrong is in `faults/`.
describe('mcp-client-probe probe', () => {
  it('gives the committed evidence again, byte for byte', async () => {
    const place = await makePlace();
    const { exitCode, stdout } = await probe(place, '--config', 'default', '--scenario', 'summary_and_data');
    expect(stdout).toContain('2 records, 0 inconclusive\n');
    expect(exitCode).toBe(0);
    const runs = [CELL, CELL.replace('stdio', 'http')].map((cell) => `${cell}/tools.result.summary_and_data`);
    expect(await differences(place.out, runs)).toEqual([]);
    expect(existsSync(join(place.out, '_journal'))).toBe(false);
  });

  it('answers with 3 when a run could not be judged, and keeps its traffic apart', async () => {
    const place = await makePlace();
    // What it shows its model in the place of a tool's result, it has made up.
    const driver = await madeDriver(place, { way: `{ act: async () => (mirror ? 'made up' : undefined) }` });
    const { exitCode, stdout } = await probe(place, ...ONE, '--driver', driver);
    expect(stdout).toContain('INCONCLUSIVE call-not-on-wire');
    expect(exitCode).toBe(3);
    expect(existsSync(join(place.out, '_inconclusive', MIRROR, 'model.jsonl'))).toBe(true);
  });
});
