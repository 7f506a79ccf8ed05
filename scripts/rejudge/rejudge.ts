import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../../data/canonical-json.ts';
import { LOG } from '../../harness/capture/store.ts';
import type { Envelope } from '../../harness/judge/types.ts';
import { calibration, scenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { CommandError } from '../error.ts';
import { findRuns, type RunFolder } from '../evidence/find-runs.ts';
import { parseRecord, readEvidenceFile, reading } from '../evidence/read-run.ts';
import { ifThere } from '../if-there.ts';
import { checkBelow, keepFile } from '../keep-file.ts';
import { placesOf, shownPath } from '../paths.ts';
import { counted, exitCodeOf, type Streams } from '../streams.ts';
import { jsonChanges } from './json-changes.ts';
import { calibrate, type Lines, rejudgeRun } from './rejudge-run.ts';
import { differsFromReading, readReadings } from './reviewed.ts';

export interface RejudgeOptions extends Streams {
  root?: string;
  runs?: string;
  /** Writes the records anew where they do not hold: after a change of the judge, or of the form. */
  write?: boolean;
}

/**
 * Judges everything below the folder of runs again, from its stored bytes alone, and compares with the stored records.
 * What people saw in some of it (data/reviewed.json) must come out too. Answers with 0 when every record holds, 1 when one
 * does not, 2 when evidence is missing or cannot be read. With `write` the records become what their bytes give today,
 * and the answer is 0.
 */
export async function runRejudge(options: RejudgeOptions): Promise<number> {
  return exitCodeOf(options, async () => {
    const { root, runs } = placesOf(options);
    if (options.write === true) await checkBelow(root, runs);
    const { folders } = await findRuns(runs);
    const stored = folders.filter(({ run }) => run.scenario !== calibration.id);
    if (stored.length === 0)
      throw new CommandError('missing', `Expected runs below ${shownPath(root, runs)}/, found none.`);
    // They speak of the runs that are committed, not of others.
    const readings = runs === join(root, 'runs') ? await readReadings(root) : new Map<string, string>();
    const envelopeOf = rememberEnvelopes();
    // Runs of one cell share what is wrong with their calibration run.
    const faults = new Set<string>();
    let held = 0;
    let written = 0;
    for (const folder of stored) {
      try {
        const envelope = await envelopeOf(folder);
        if (options.write === true && (await writeAnew(folder, envelope))) written += 1;
        const changes = await changesOf(folder, envelope, readings.get(folder.path));
        readings.delete(folder.path);
        if (changes.length === 0) held += 1;
        else options.stdout(`${folder.path}/record.json\n${changes.map((change) => `  ${change}\n`).join('')}`);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        faults.add(error.message);
      }
    }
    for (const run of readings.keys()) faults.add(`Expected the run ${run} of data/reviewed.json, found none.`);
    for (const fault of faults) options.stderr(`${fault}\n`);
    if (options.write === true) options.stdout(`${counted(written, 'record')} written anew\n`);
    options.stdout(
      held === stored.length
        ? `${counted(held, 'record')} hold\n`
        : `${held} of ${counted(stored.length, 'record')} hold\n`,
    );
    if (faults.size > 0) return 2;
    return held === stored.length ? 0 : 1;
  });
}

/** Runs of one config and transport share the envelope of their calibration run, which is read once. */
function rememberEnvelopes(): (run: RunFolder) => Promise<Envelope> {
  const envelopes = new Map<string, Promise<Envelope>>();
  return (run) => {
    const cell = { folder: `${dirname(run.folder)}/${calibration.id}`, path: `${dirname(run.path)}/${calibration.id}` };
    const known =
      envelopes.get(cell.path) ??
      readLines(cell).then((lines) => reading(cell.path, () => calibrate(calibration, lines)));
    envelopes.set(cell.path, known);
    return known;
  };
}

async function changesOf(folder: RunFolder, envelope: Envelope, saw: string | undefined): Promise<string[]> {
  const bytes = await readEvidenceFile(folder, 'record.json');
  const record = parseRecord(folder, bytes);
  const lines = await readLines(folder);
  const scenario = knownScenario(folder);
  const { fixtureVersion } = record;
  const judged = reading(folder.path, () => rejudgeRun(folder.run, scenario, lines, { envelope, fixtureVersion }));
  if ('kind' in judged)
    return [`/verdict: ${shown(record.verdict.short)} → inconclusive (${judged.reason}: ${judged.detail})`];
  const differs = differsFromReading(judged.verdict.short, saw);
  if (bytes.toString('utf8') === canonicalJson(judged)) return differs;
  const changes = jsonChanges(record, judged).map(
    ({ pointer, before, after }) => `${pointer}: ${shown(before)} → ${shown(after)}`,
  );
  return changes.length > 0
    ? [...changes, ...differs]
    : ['the same values in other bytes → keys sorted, two spaces a level, a final newline', ...differs];
}

/** Writes the record that the stored bytes give, if it is another; tells whether it was. An inconclusive run keeps its own. */
async function writeAnew(folder: RunFolder, envelope: Envelope): Promise<boolean> {
  const bytes = await readEvidenceFile(folder, 'record.json');
  const fixtureVersion = fixtureVersionOf(folder, bytes);
  const lines = await readLines(folder);
  const judged = reading(folder.path, () =>
    rejudgeRun(folder.run, knownScenario(folder), lines, { envelope, fixtureVersion }),
  );
  if ('kind' in judged || bytes.toString('utf8') === canonicalJson(judged)) return false;
  await keepFile(join(folder.folder, 'record.json'), canonicalJson(judged), `${folder.path}/record.json`);
  return true;
}

/** All that a record of an older form must still tell. */
function fixtureVersionOf({ path }: RunFolder, bytes: Buffer): string {
  try {
    const { fixtureVersion } = JSON.parse(bytes.toString('utf8')) as { fixtureVersion?: unknown };
    if (typeof fixtureVersion === 'string') return fixtureVersion;
  } catch {
    // Told below: a record that is no JSON names no version either.
  }
  throw new CommandError('input', `Expected ${path}/record.json to name its "fixtureVersion".`);
}

async function readLines(folder: Pick<RunFolder, 'folder' | 'path'>): Promise<Lines> {
  const wire = await readEvidenceFile(folder, 'wire.jsonl');
  const model = await readEvidenceFile(folder, 'model.jsonl');
  const told = await ifThere(`${folder.path}/${LOG}`, readFile(join(folder.folder, LOG), 'utf8'));
  return { wire: wire.toString('utf8'), model: model.toString('utf8'), ...(told !== undefined && { told }) };
}

function knownScenario({ run, path }: RunFolder): Scenario {
  const scenario = scenarios.find(({ id }) => id === run.scenario);
  if (scenario !== undefined) return scenario;
  throw new CommandError('input', `Expected ${path} to be a run of a known scenario, got "${run.scenario}".`);
}

const LONGEST = 200;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
