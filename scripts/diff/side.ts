import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BehaviourVerdict, FieldsVerdict, RunRecord } from '../../data/types/record.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { CommandError } from '../error.ts';
import { compareText } from '../evidence/compare-text.ts';
import { findRuns } from '../evidence/find-runs.ts';
import { parseRecord, readEvidenceFile } from '../evidence/read-run.ts';
import { ifThere } from '../if-there.ts';
import { type Places, packageRoot } from '../paths.ts';
import { readOverlays } from '../registry/overlays.ts';
import { readForm } from '../registry/read-form.ts';
import type { Side, Verdict } from './compare.ts';

const PUBLISHED = 'published/';

/**
 * The side that a user named: `published/<file>` of `data/published/` (the root's, else the package's), or
 * `<client>@<version>`, from the overlays, else from the folder of runs.
 * Throws CommandError `usage` with the names that are known, or `input` when what was found is malformed.
 */
export async function readSide(places: Places, name: string): Promise<Side> {
  const verdicts = name.startsWith(PUBLISHED)
    ? await readPublished(places.root, name.slice(PUBLISHED.length))
    : ((await readVerified(places.root, name)) ?? (await readRuns(places.runs, name)));
  if (verdicts !== undefined) return { name, verdicts };
  const known = await knownSides(places);
  const list = known.length === 0 ? 'none' : known.join(', ');
  throw new CommandError(
    'usage',
    `Expected <client>@<version> or published/<file>, got ${JSON.stringify(name)}. Known: ${list}.`,
  );
}

async function readPublished(root: string, name: string): Promise<Verdict[] | undefined> {
  const folder = (await publishedFolders(root)).find(({ names }) => names.includes(name));
  if (folder === undefined) return undefined;
  const shown = `data/published/${name}.json`;
  const { records } = await readForm('published', join(folder.path, `${name}.json`), shown);
  return records.map(({ scenario, config, server, transport, verdict }) => ({
    scenario,
    config,
    server,
    transport,
    short: verdict,
  }));
}

async function publishedFolders(root: string): Promise<{ path: string; names: string[] }[]> {
  const paths = [...new Set([root, packageRoot()])].map((each) => join(each, 'data', 'published'));
  return Promise.all(
    paths.map(async (path) => {
      const files = (await ifThere(path, readdir(path))) ?? [];
      return {
        path,
        names: files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length)),
      };
    }),
  );
}

async function readVerified(root: string, name: string): Promise<Verdict[] | undefined> {
  const overlays = await readOverlays(root);
  const records = overlays.flatMap(({ client, records }) =>
    records.filter(({ clientVersion }) => `${client}@${clientVersion}` === name),
  );
  return records.length === 0 ? undefined : records.map(verdictOf);
}

async function readRuns(runs: string, name: string): Promise<Verdict[] | undefined> {
  const { folders } = await findRuns(runs);
  const mine = folders.filter(({ run }) => `${run.client}@${run.version}` === name && run.scenario !== 'calibration');
  const records = await Promise.all(
    mine.map(async (folder) => parseRecord(folder, await readEvidenceFile(folder, 'record.json'))),
  );
  return records.length === 0 ? undefined : records.map(verdictOf);
}

function verdictOf({ scenario, config, server, transport, cost, verdict }: RunRecord | VerifiedRecord): Verdict {
  return { scenario, config, server, transport, short: verdict.short, tokens: cost.tokens, checks: outcomes(verdict) };
}

function outcomes({ checks }: FieldsVerdict | BehaviourVerdict): Map<string, string> {
  return new Map(checks.map(({ id, outcome }) => [id, outcome]));
}

/** Every name that `readSide` would take, in order. */
async function knownSides({ root, runs }: Places): Promise<string[]> {
  const [overlays, { folders }, published] = await Promise.all([
    readOverlays(root),
    findRuns(runs),
    publishedFolders(root),
  ]);
  const names = [
    ...overlays.flatMap(({ client, records }) => records.map(({ clientVersion }) => `${client}@${clientVersion}`)),
    ...folders.map(({ run }) => `${run.client}@${run.version}`),
    ...published.flatMap(({ names }) => names.map((name) => `${PUBLISHED}${name}`)),
  ];
  return [...new Set(names)].sort(compareText);
}
