import { expect, it } from 'vitest';
import { evidenceRuns } from './evidence-runs.ts';
import { noteFile, overlayFile, RUN, sampleStored } from './sample-stored.ts';

const GONE = 'sample@1.0.0/default/both-stdio/gone';
const NOTE = 'data/notes/one-note.json';
const problem = (path: string) => [{ path, text: `Expected evidence in runs/${GONE}, found none.` }];

it('passes evidence whose runs are there', () => {
  const reviewed = { readings: [{ date: '2026-11-30', note: 'n', run: RUN, saw: 's' }] };
  const compared = { client: 'sample', explanations: [], with: ['sample@1.0.0', 'published/other@1'] };
  expect(
    evidenceRuns.check(
      sampleStored({
        'data/reviewed.json': JSON.stringify(reviewed),
        'data/compared/sample.json': JSON.stringify(compared),
        'data/published/other@1.json': '{}',
      }),
    ),
  ).toEqual([]);
});

it('fails a note, derived evidence and a reading by eye of a run that is not there', () => {
  expect(evidenceRuns.check(sampleStored({ [NOTE]: noteFile({ sources: [{ run: `runs/${GONE}` }] }) }))).toEqual(
    problem(NOTE),
  );
  const overlay = overlayFile(({ evidence, ...rest }) => ({
    ...rest,
    evidence: evidence.map((each) => ({ ...each, runs: [`runs/${GONE}`] })),
  }));
  expect(evidenceRuns.check(sampleStored({ 'data/verified/sample.json': overlay }))).toEqual(
    problem('data/verified/sample.json'),
  );
  const reviewed = JSON.stringify({ readings: [{ date: '2026-11-30', note: 'n', run: GONE, saw: 's' }] });
  expect(evidenceRuns.check(sampleStored({ 'data/reviewed.json': reviewed }))).toEqual(problem('data/reviewed.json'));
});

it.each(['runs/../../elsewhere', '/etc', 'runs'])('takes no other folder for a run: %s', (run) => {
  const text = JSON.stringify({ ...(JSON.parse(noteFile()) as object), sources: [{ run }] });
  const problems = evidenceRuns.check(sampleStored({ [NOTE]: text }));
  // What the schema refuses is told by its linter.
  expect(problems.map((each) => each.text)).toEqual(
    run.startsWith('runs/') ? [`Expected evidence in ${run}, found none.`] : [],
  );
});

it('fails a comparison with a version that nobody knows', () => {
  const path = 'data/compared/sample.json';
  const compared = JSON.stringify({ client: 'sample', explanations: [], with: ['sample@9'] });
  expect(evidenceRuns.check(sampleStored({ [path]: compared }))).toEqual([
    { path, text: 'Expected verdicts of sample@9 to compare with, found none.' },
  ]);
});

it('leaves notes alone when other runs are looked at', () => {
  const stored = { ...sampleStored({ [NOTE]: noteFile({ sources: [{ run: `runs/${GONE}` }] }) }), runs: 'elsewhere' };
  expect(evidenceRuns.check(stored).filter(({ path }) => path === NOTE)).toEqual([]);
});
