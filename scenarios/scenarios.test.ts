import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findCanaries } from './canary.ts';
import { calibration, resultScenarios, scenarios } from './index.ts';
import { filler } from './result/filler.ts';
import { png } from './result/png.ts';
import { servedTools } from './served.ts';
import type { Scenario } from './types.ts';

const all = [...scenarios, calibration];

/** Every token in what a scenario serves, those in base64 included. */
function served({ serve }: Scenario): string[] {
  const text = JSON.stringify(serve);
  const images = [...text.matchAll(/"data":"([A-Za-z0-9+/=]+)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString('latin1'),
  );
  return [text, ...images].flatMap((each) => findCanaries(each).map(({ token }) => token));
}

describe('the scenarios', () => {
  it('are the 17 of the standard matrix and those beyond it', () => {
    expect(resultScenarios).toHaveLength(17);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it.each(resultScenarios.map((scenario) => [scenario.id, scenario] as const))('%s is plain data', (_id, scenario) => {
    expect(JSON.parse(JSON.stringify(scenario))).toEqual(scenario);
  });

  it.each(resultScenarios.map((scenario) => [scenario.id, scenario] as const))(
    '%s serves every token that it declares, and no other',
    (_id, scenario) => {
      if (scenario.judgement.kind !== 'fields') throw new Error('A result scenario is judged by its fields');
      const declared = scenario.judgement.fields.flatMap(({ canaries }) => canaries.map(({ token }) => token));
      expect(new Set(served(scenario))).toEqual(new Set(declared));
      expect(new Set(declared).size).toBe(declared.length);
    },
  );

  it('say of a check that rests on another which one that is, and since which revision it counts', () => {
    const answered = all.flatMap(({ id, judgement }) =>
      judgement.kind === 'fields' ? judgement.checks.map((check) => `${id} ${check.id}`) : [],
    );
    const proofs = all.flatMap(({ judgement }) => (judgement.kind === 'fields' ? judgement.checks : []));
    const given = proofs.flatMap((check) => (check.given ? [`${check.given.scenario} ${check.given.check}`] : []));
    expect(given.length).toBeGreaterThan(0);
    expect(given.filter((each) => !answered.includes(each))).toEqual([]);
    const since = proofs.flatMap((check) => check.since ?? []);
    expect(since.filter((each) => !/^\d{4}-\d{2}-\d{2}$/.test(each))).toEqual([]);
    expect(new Set(answered).size).toBe(answered.length);
  });

  it('let a check of a behaviour rest on another one of theirs that rests on none', () => {
    const behaviours = all.flatMap(({ judgement }) => (judgement.kind === 'behaviour' ? [judgement.checks] : []));
    const resting = behaviours.flatMap((checks) =>
      checks.flatMap(({ id, given }) =>
        given === undefined ? [] : [{ id, lead: checks.find((each) => each.id === given) }],
      ),
    );
    expect(resting.length).toBeGreaterThan(0);
    expect(resting.filter(({ lead }) => lead === undefined || lead.given !== undefined)).toEqual([]);
  });

  it('share no token with each other', () => {
    const owners = all.flatMap((scenario) => [...new Set(served(scenario))]);
    expect(new Set(owners).size).toBe(owners.length);
  });

  it('declare an outputSchema only where the schema is the question', () => {
    const withSchema = all.filter(({ serve }) =>
      serve.pages.flat().some(({ definition }) => 'outputSchema' in definition),
    );
    expect(withSchema.map(({ id }) => id)).toEqual(['tools.result.schema_match', 'tools.result.schema_mismatch']);
  });

  it('share no name of a tool with each other: the fixture that is started by hand serves all of them', () => {
    const names = all.flatMap(({ serve }) => servedTools(serve).map(({ definition }) => definition.name));
    expect(new Set(names).size).toBe(names.length);
  });

  it('call only tools that they serve', () => {
    for (const { serve, script } of all) {
      const names = servedTools(serve).map(({ definition }) => definition.name);
      for (const { tool } of script) expect(names).toContain(tool);
    }
  });
});

describe('what the scenarios are made of', () => {
  it('is a PNG image that holds its comment and whose pixel can be unpacked', () => {
    const bytes = Buffer.from(png('img~head~aaaa~aa'), 'base64');
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(bytes.toString('latin1')).toContain('tEXtComment\0img~head~aaaa~aa');
    const data = bytes.indexOf('IDAT') + 4;
    expect(inflateSync(bytes.subarray(data, data + bytes.readUInt32BE(data - 8)))).toEqual(Buffer.from([0, 0x80]));
  });

  it('is a filler of exactly the length that was asked for, with no escape in it', () => {
    expect(filler(4321)).toHaveLength(4321);
    expect(filler(4321)).toMatch(/^[a-z0-9 ]+$/);
    expect(filler(5000).startsWith(filler(4000))).toBe(true);
  });
});
