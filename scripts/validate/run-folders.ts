import { dirname } from 'node:path/posix';
import { calibration, scenarios } from '../../scenarios/index.ts';
import { parseRunPath } from '../evidence/run-path.ts';
import type { Linter, Problem, Stored, StoredFile } from './linter.ts';
import { valueOf } from './value-of.ts';

const NAMES = ['model.jsonl', 'record.json', 'wire.jsonl'];
const LOG = 'log.txt';
/** Scenarios of which lines of the client's log are evidence. */
const LOGGED = new Set(scenarios.flatMap(({ id, log }) => (log === undefined ? [] : [id])));

/**
 * A run's folder has the names of a run, all of its files, a record that says the same as its names, and beside it the
 * calibration run that it was judged with. Nothing else lies below the folder of runs.
 */
export const runFolders: Linter = {
  name: 'run-folders',
  description:
    'A run has its names, its files, a record that says the same, and a calibration run; nothing else, and no link, lies below the folder of runs.',
  check: (stored) => {
    const byPath = new Map(stored.files.map((file) => [file.path, file]));
    return [
      ...stored.runFolders.flatMap((run) => checkFolder(run, byPath)),
      ...uncalibrated(stored.runFolders),
      ...strays(stored),
    ];
  },
};

function checkFolder(folder: string, files: Map<string, StoredFile>): Problem[] {
  const path = `runs/${folder}`;
  const run = parseRunPath(folder);
  if (run === undefined)
    return [{ path, text: 'Expected <client>@<version>/<config>/<server>-<transport>/<scenario>.' }];
  const names = [
    ...(run.scenario === calibration.id ? NAMES.filter((name) => name !== 'record.json') : NAMES),
    ...(LOGGED.has(run.scenario) ? [LOG] : []),
  ];
  const missing = names
    .filter((name) => !files.has(`${path}/${name}`))
    .map((name) => ({ path: `${path}/${name}`, text: 'Expected this file of a run, found none.' }));
  const file = files.get(`${path}/record.json`);
  const record = file && valueOf(file, 'record');
  if (record === undefined) return missing;
  const { version, ...named } = run;
  const differs = Object.entries({ ...named, clientVersion: version }).filter(
    ([key, value]) => record[key as 'client'] !== value,
  );
  const problems = differs.map(([key, value]) => ({
    path: `${path}/record.json`,
    text: `Expected "${key}" to be "${value}", as its folder says, got "${record[key as 'client']}".`,
  }));
  return [...missing, ...problems];
}

/** Without the calibration run of its config and transport nobody can judge a run again. */
function uncalibrated(folders: string[]): Problem[] {
  const known = new Set(folders);
  const needed = folders
    .filter((folder) => parseRunPath(folder) !== undefined)
    .map((folder) => `${dirname(folder)}/${calibration.id}`);
  return [...new Set(needed)]
    .filter((folder) => !known.has(folder))
    .map((folder) => ({ path: `runs/${folder}`, text: 'Expected the calibration run of this folder, found none.' }));
}

function strays({ files, others }: Stored): Problem[] {
  const kept = files.map(({ path }) => path).filter((path) => path.startsWith('runs/') && !isOfRun(path));
  return [
    ...kept.map((path) => ({ path, text: `Expected nothing but ${NAMES.join(', ')} of runs here, got another file.` })),
    ...others.map((path) => ({ path, text: 'Expected a file or a folder, got something else (a link?).' })),
  ];
}

function isOfRun(path: string): boolean {
  if (/^runs\/[^/]+\/asked\.json$/.test(path)) return true;
  const [, client, config, cell, scenario, name, ...more] = path.split('/');
  const run = parseRunPath([client, config, cell, scenario].join('/'));
  return (
    run !== undefined &&
    name !== undefined &&
    more.length === 0 &&
    (NAMES.includes(name) || (name === LOG && LOGGED.has(run.scenario)))
  );
}
