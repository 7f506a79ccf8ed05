import { HarnessError } from '../../harness/error.ts';
import { readDriver } from '../../harness/plan/driver.ts';
import { showProgress } from '../../harness/report/progress.ts';
import { summarise } from '../../harness/report/summary.ts';
import { changedText } from '../report/changed.ts';
import { writeReports } from '../report/write-reports.ts';
import { driverFileOf } from './drivers.ts';
import { type ClientProbe, type Probed, probeClient } from './probe-client.ts';
import { type ReportFiles, reportFilesOf } from './report-files.ts';

export interface ProbeOptions
  extends Omit<ClientProbe, 'driver' | 'driverFile' | 'root' | 'progress' | 'say'>,
    ReportFiles {
  client?: string;
  /** A driver file, instead of the one of `client` in `data/drivers/`. */
  driver?: string;
}

export interface ProbeStreams {
  stdout: (text: string) => void;
  /** Shows how far it is. */
  stderr: NodeJS.WriteStream;
  /** Tells the person who waits, on stderr: a line without its newline. */
  say: (line: string) => void;
  /** Takes commands to a CI service, which must come there as they are. */
  command: (text: string) => void;
  /** Columns of a table. */
  width: number;
  /** Names the places where a CI service wants to be told. */
  env: NodeJS.ProcessEnv;
}

/**
 * Runs a client, prints what came of it, and writes the reports that were asked for. Answers with the exit code. Throws
 * HarnessError and CommandError for what was asked wrongly and for what cannot be read or written.
 */
export async function runProbe(options: ProbeOptions, streams: ProbeStreams): Promise<number> {
  checkUsage(options);
  const driverFile = await driverFileOf(options);
  const driver = await readDriver(driverFile);
  const files = await reportFilesOf(options, driver.client);
  const progress = showProgress(streams.stderr);
  const { say } = streams;
  let probed: Probed;
  try {
    probed = await probeClient({ ...options, driver, driverFile, root: '.', progress, say });
  } catch (error) {
    if (error !== options.cancel.reason) throw error;
    say(
      options.isolate === 'session'
        ? 'Interrupted.'
        : 'Interrupted. Finished runs are kept; --resume goes on after them.',
    );
    return 130;
  }
  const { report, notApplicable, note } = probed;
  streams.stdout(`${summarise(report, notApplicable, streams.width)}${changedText(report)}${note}`);
  await writeReports(report, { ...files, env: streams.env, stdout: streams.command });
  return report.exitCode;
}

function checkUsage({ isolate, resume, baseline }: ProbeOptions): void {
  if (isolate !== 'session') return;
  if (resume)
    throw new HarnessError(
      'usage',
      'Expected --resume with isolated runs, got --isolate session: it is run as a whole.',
    );
  if (baseline === 'update')
    throw new HarnessError(
      'usage',
      'Expected --update-baseline with isolated runs, got --isolate session: it gives no evidence.',
    );
}
