import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../data/canonical-json.ts';
import { CommandError } from '../error.ts';
import { digestOf } from '../evidence/digest.ts';
import { findRuns, type RunFolder } from '../evidence/find-runs.ts';
import { checkLines, parseRecord, readRunBytes } from '../evidence/read-run.ts';
import { ifThere } from '../if-there.ts';
import { keepFile } from '../keep-file.ts';
import { type Places, placesOf, shownPath } from '../paths.ts';
import { readCapabilities } from '../registry/capabilities.ts';
import { overlayPath, readOverlay } from '../registry/overlays.ts';
import { readForm } from '../registry/read-form.ts';
import { counted, exitCodeOf, type Streams } from '../streams.ts';
import { type Evidence, type MadeOverlay, makeOverlay } from './make-overlay.ts';

export interface IngestOptions extends Streams {
  root?: string;
  runs?: string;
  /** The day that new evidence gets, `YYYY-MM-DD`; today (UTC) unless told. */
  date?: string;
}

/**
 * Writes `data/verified/<client>.json` for every client below the folder of runs. All records are read before anything
 * is written: one that is malformed is named, nothing is written, and the answer is 2.
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
        }),
      ),
    );
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
      evidence.set(client, [...(evidence.get(client) ?? []), { ...read, path: shownPath(root, folder.folder) }]);
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
  const asked: Record<string, string[]> = {};
  for (const { client, clientVersion } of records.map(({ record }) => record)) {
    const shown = `${client}@${clientVersion}/asked.json`;
    if (Object.hasOwn(asked, clientVersion) || !existsSync(join(runs, shown))) continue;
    asked[clientVersion] = (await readForm('asked', join(runs, shown), shown)).asked;
  }
  return asked;
}

/** Writes an overlay unless the file holds these bytes already; tells whether it wrote. */
async function keep(root: string, { overlay }: MadeOverlay): Promise<boolean> {
  const path = join(root, overlayPath(overlay.client));
  const text = canonicalJson(overlay);
  const shown = overlayPath(overlay.client);
  if ((await ifThere(shown, readFile(path, 'utf8'))) === text) return false;
  await keepFile(path, text, shown);
  return true;
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
