import { appendFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reportLines } from '../../harness/report/jsonl.ts';
import type { ProbeReport } from '../../harness/report/results.ts';
import { keepFile, keeping } from '../keep-file.ts';
import { annotations } from './annotations.ts';
import { junitXml } from './junit.ts';
import { markdownSummary } from './markdown.ts';

/** Where to write. What is absent was not asked for. */
export interface ReportPlaces {
  /** The file for JSON lines. */
  report?: string;
  /** The file for JUnit XML. */
  junit?: string;
  env: NodeJS.ProcessEnv;
  /** Takes workflow commands: it must write them as they are. */
  stdout: (text: string) => void;
}

/** GitHub refuses a summary of more. */
const SUMMARY_LIMIT = 1024 * 1024;

/**
 * Writes the files that were asked for, adds to the job's summary where GitHub has one (`GITHUB_STEP_SUMMARY`), and prints
 * annotations on GitHub Actions (`GITHUB_ACTIONS`). Throws CommandError `input` when a file cannot be written.
 */
export async function writeReports(probed: ProbeReport, places: ReportPlaces): Promise<void> {
  const { report, junit, env, stdout } = places;
  if (report !== undefined) await keepFile(resolve(report), reportLines(probed), report);
  if (junit !== undefined) await keepFile(resolve(junit), junitXml(probed), junit);
  if (env.GITHUB_STEP_SUMMARY) await addSummary(env.GITHUB_STEP_SUMMARY, probed);
  if (env.GITHUB_ACTIONS) stdout(annotations(probed));
}

async function addSummary(path: string, probed: ProbeReport): Promise<void> {
  await keeping('the summary of the job', async () => {
    const there = await stat(path).catch(() => ({ size: 0 }));
    await appendFile(path, markdownSummary(probed, SUMMARY_LIMIT - there.size));
  });
}
