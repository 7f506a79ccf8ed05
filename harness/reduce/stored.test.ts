import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calibration, scenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { reduceModelLines } from './reduce.ts';
import { envelopeOf, type Files, judged } from './testing/judged.ts';

// The committed evidence of our own client, as if it were a stranger's.
const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const folders = readdirSync(join(root, `runs/hermes-ts@${version}`), { recursive: true, withFileTypes: true })
  .filter(({ name }) => name === 'model.jsonl')
  .map(({ parentPath }) => parentPath);

const read = (folder: string): Files => ({
  wire: readFileSync(join(folder, 'wire.jsonl'), 'utf8'),
  model: readFileSync(join(folder, 'model.jsonl'), 'utf8'),
});
const scenarioOf = (folder: string): Scenario =>
  [calibration, ...scenarios].find(({ id }) => folder.endsWith(`/${id}`)) as Scenario;
const reduce = ({ wire, model }: Files, scenario: Scenario): Files => ({
  wire,
  model: reduceModelLines(model, scenario),
});

describe('the reduced form of every committed run', () => {
  it('is of the standard 85 runs and 5 calibration runs at least', () => {
    expect(folders.length).toBeGreaterThan(85 + 5);
  });

  it('gives the same verdict, place for place, with an envelope from the reduced calibration run', () => {
    for (const folder of folders) {
      const scenario = scenarioOf(folder);
      const full = read(folder);
      const calibrated = read(join(dirname(folder), 'calibration'));
      const envelope = envelopeOf(calibrated);
      const [before, after] = [full, reduce(full, scenario)].map((files) => judged(scenario, files, envelope));
      expect([folder, envelopeOf(reduce(calibrated, calibration))]).toEqual([folder, envelope]);
      expect([folder, after]).toEqual([folder, before]);
      expect(before?.kind).toBe(scenario === calibration ? 'inconclusive' : 'judged');
    }
  });

  it('is its own reduced form', () => {
    for (const folder of folders) {
      const once = reduceModelLines(read(folder).model, scenarioOf(folder));
      expect([folder, reduceModelLines(once, scenarioOf(folder))]).toEqual([folder, once]);
    }
  });

  it.each(folders)('keeps messages with results, and nothing of the prompts: %s', (folder) => {
    const { model } = reduce(read(folder), scenarioOf(folder));
    expect(model).toMatch(/"content\\":\\"[^"]*omitted \d+ sha256/);
    expect(model).not.toMatch(/agent that works for the user|Please use the tools|saved from a tool result/);
    // A run in which no tool was called has no result to keep.
    expect(model.includes('untrusted_tool_result source=')).toBe(
      read(folder).model.includes('untrusted_tool_result source='),
    );
  });
});
