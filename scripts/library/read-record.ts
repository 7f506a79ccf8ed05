import type { RunRecord } from '../../data/types/record.ts';

/**
 * The record in the folder of a run, `runs/<client>@<version>/<config>/<server>-<transport>/<scenario>`. Rejects with
 * CommandError: `missing` where there is none; `input` where the folder's names are no run's, the folder or the file is a link,
 * the file cannot be read, is no record by `data/schema/record.schema.json`, or is that of another run.
 */
export async function readRecord(folder: string): Promise<RunRecord> {
  const [{ parseRecord, readEvidenceFile }, { runFolderOf }] = await Promise.all([
    import('../evidence/read-run.ts'),
    import('./run-folder.ts'),
  ]);
  const run = runFolderOf(folder);
  return parseRecord(run, await readEvidenceFile(run, 'record.json'));
}
