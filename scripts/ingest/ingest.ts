import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../data/canonical-json.ts';
import { runKey } from '../../harness/plan/run.ts';
import { calibration } from '../../scenarios/index.ts';
import { CommandError } from '../error.ts';
import { digestOf } from '../evidence/digest.ts';
import { findRuns, type RunFolder } from '../evidence/find-runs.ts';
import { checkLines, parseRecord, readEvidenceFile, readRunBytes } from '../evidence/read-run.ts';
import { DEFAULT_CONFIG } from '../evidence/status.ts';
import { ifThere } from '../if-there.ts';
import { keepBelow } from '../keep-file.ts';
import { type Places, placesOf, shownPath } from '../paths.ts';
import { readCapabilities } from '../registry/capabilities.ts';
import { overlayPath, readOverlay, readOverlays } from '../registry/overlays.ts';
import { readForm } from '../registry/read-form.ts';
import { counted, exitCodeOf, type Streams } from '../streams.ts';
import { declarationsIn } from './declared.ts';
import type { DeclaredIn } from './derive-evidence.ts';
import { type Evidence, type MadeOverlay, makeOverlay } from './make-overlay.ts';

export interface IngestOptions extends Streams {
  root?: string;
  runs?: string;
  /** The day that new evidence gets, `YYYY-MM-DD`; today (UTC) unless told. */
  date?: string;
  /** Writes nothing; answers with 1 when an overlay on disk is not the one that would be written. */
  check?: boolean;
}

/**
 * Writes `data/verified/<client>.json` for every client below the folder of runs. All records are read before anything
 * is written: one that is malformed is named, nothing is written, and the answer is 2. With `check` nothing is written.
 */
export async function runIngest(options: IngestOptions): Promise<number> {
  return exitCodeOf(options, async () => {
    const places = placesOf(options);
    const date = readDate(options.date);
    const capabilities = (await readCapabilities(places.root)).map(({ id }) => id);
    const { evidence, faults } = await readAll(places, new Set(capabilities));
    if (faults.length > 0) throw new CommandError('input', `${faults.join('\n')}\nNothing was written.`);
    const made = await Promise.all(
      [...evidence].map(async ([client, records]) =>
        makeOverlay(client, records, await readOverlay(places.root, client), {
          date,
          capabilities,
          asked: await readAsked(places.runs, records),
          declared: await readDeclared(places, records),
        }),
      ),
    );
    if (options.check === true) return tellStale(places.root, made, options);
    for (const each of made) options.stdout(summary(each, await keep(places.root, each)));
    return 0;
  });
}

/** The evidence of each client, and what is wrong with any of it. Throws CommandError `missing` when there is none at all. */
async function readAll(
  { root, runs }: Places,
  capabilities: Set<string>,
): Promise<{ evidence: Map<string, Evidence[]>; faults: string[] }> {
  const evidence = new Map<string, Evidence[]>();
  const faults: string[] = [];
  const { folders } = await findRuns(runs);
  for (const folder of folders.filter(({ run }) => run.scenario !== 'calibration')) {
    try {
      const read = await readOne(folder, capabilities);
      const { client } = folder.run;
      const known = evidence.get(client) ?? [];
      if (known.length === 0) evidence.set(client, known);
      known.push({ ...read, path: shownPath(root, folder.folder) });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      faults.push(error.message);
    }
  }
  if (folders.length === 0)
    throw new CommandError('missing', `Expected runs below ${shownPath(root, runs)}/, found none.`);
  return { evidence, faults };
}

async function readOne(folder: RunFolder, capabilities: Set<string>): Promise<Omit<Evidence, 'path'>> {
  const bytes = await readRunBytes(folder);
  const record = parseRecord(folder, bytes.record);
  if (!capabilities.has(record.capability))
    throw new CommandError(
      'input',
      `Expected "capability" of ${folder.path}/record.json to be an id of data/capabilities.json, got "${record.capability}".`,
    );
  checkLines(folder, bytes);
  return { record, digest: digestOf(bytes) };
}

/** The hosts that the versions of a client asked for. Throws CommandError `input` where a file is malformed. */
async function readAsked(runs: string, records: Evidence[]): Promise<Record<string, string[]>> {
  // A version may be called as a member that every object has.
  const asked = new Map<string, string[]>();
  for (const { client, clientVersion } of records.map(({ record }) => record)) {
    const shown = `${client}@${clientVersion}/asked.json`;
    if (asked.has(clientVersion) || !existsSync(join(runs, shown))) continue;
    asked.set(clientVersion, (await readForm('asked', join(runs, shown), shown)).asked);
  }
  return Object.fromEntries(asked);
}

/** What the calibration runs of the config `default` declare, one a version and cell: they carry no setting of a scenario. */
async function readDeclared({ root, runs }: Places, records: Evidence[]): Promise<DeclaredIn[]> {
  const cells = new Map(
    records
      .filter(({ record }) => record.config === DEFAULT_CONFIG)
      .map(({ record }) => {
        const cell = { ...record, version: record.clientVersion, scenario: calibration.id };
        return [runKey(cell), record.clientVersion];
      }),
  );
  const declared: DeclaredIn[] = [];
  for (const [key, clientVersion] of cells) {
    const folder = join(runs, key);
    // Without a calibration run nobody could judge the cell again: that is for validate and rejudge to say.
    if (!existsSync(join(folder, 'wire.jsonl'))) continue;
    const wire = await readEvidenceFile({ folder, path: key }, 'wire.jsonl');
    const declarations = declarationsIn(wire.toString('utf8'));
    declared.push({ clientVersion, path: shownPath(root, folder), declarations });
  }
  return declared;
}

/** Writes an overlay unless the file holds these bytes already; tells whether it wrote. */
async function keep(root: string, made: MadeOverlay): Promise<boolean> {
  const shown = overlayPath(made.overlay.client);
  if (!(await isStale(root, made))) return false;
  await keepBelow(root, shown, canonicalJson(made.overlay));
  return true;
}

async function isStale(root: string, { overlay }: MadeOverlay): Promise<boolean> {
  const shown = overlayPath(overlay.client);
  return (await ifThere(shown, readFile(join(root, shown), 'utf8'))) !== canonicalJson(overlay);
}

async function tellStale(root: string, made: MadeOverlay[], { stderr }: Streams): Promise<number> {
  const stale: string[] = [];
  for (const each of made) if (await isStale(root, each)) stale.push(overlayPath(each.overlay.client));
  const known = new Set(made.map(({ overlay }) => overlay.client));
  const gone = (await readOverlays(root)).filter(({ client, records }) => records.length > 0 && !known.has(client));
  stale.push(...gone.map(({ client }) => overlayPath(client)));
  if (stale.length === 0) return 0;
  stderr(`Stale: ${stale.join(', ')}. Run ingest and commit the result.\n`);
  return 1;
}

function summary({ overlay, added, changed, dropped }: MadeOverlay, written: boolean): string {
  const records = counted(overlay.records.length, 'record');
  const news = `${added} new, ${changed} changed, ${dropped} dropped`;
  return `${overlay.client}: ${records}, ${news}; ${overlayPath(overlay.client)} ${written ? 'written' : 'unchanged'}\n`;
}

function readDate(date = new Date().toISOString().slice(0, 10)): string {
  // A day that does not exist (30 February) comes back as another one, or as none.
  const time = Date.parse(`${date}T00:00:00Z`);
  if (/^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date))
    return date;
  throw new CommandError('usage', `Expected --date to be a day as YYYY-MM-DD, got "${date}".`);
}
