import { isForm } from '../../data/forms.ts';
import { calibration } from '../../scenarios/index.ts';
import { parseRunPath } from '../evidence/run-path.ts';
import type { Linter, Problem, StoredFile } from './linter.ts';

/** A run's folder has the names of a run, all of its files, and a record that says the same as its names. */
export const runFolders: Linter = {
  name: 'run-folders',
  check: ({ files, runFolders }) => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    return runFolders.flatMap((run) => checkFolder(run, byPath));
  },
};

function checkFolder(folder: string, files: Map<string, StoredFile>): Problem[] {
  const path = `runs/${folder}`;
  const run = parseRunPath(folder);
  if (run === undefined)
    return [{ path, text: 'Expected <client>@<version>/<config>/<server>-<transport>/<scenario>.' }];
  const names =
    run.scenario === calibration.id ? ['wire.jsonl', 'model.jsonl'] : ['wire.jsonl', 'model.jsonl', 'record.json'];
  const missing = names
    .filter((name) => !files.has(`${path}/${name}`))
    .map((name) => ({ path: `${path}/${name}`, text: 'Expected this file of a run, found none.' }));
  const record = files.get(`${path}/record.json`)?.json;
  if (!isForm('record', record)) return missing;
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
