import type { ProbeReport, ReportStatus } from '../../harness/report/results.ts';
import { printable } from '../printable.ts';
import { harmless } from './harmless.ts';
import { shorten, type Told, tell } from './told.ts';

interface Annotation {
  title: string;
  text: string;
}

/** GitHub shows no more of a kind for a step. */
const SHOWN = 10;
const LONGEST = 1000;

/**
 * A report as annotations of GitHub Actions, one command a line: errors for what changed and for stale entries of the
 * baseline, warnings for what is known to be flaky and changed, and for what could not be judged. At most ten of each,
 * the last of which counts those that are left out.
 */
export function annotations(report: ProbeReport): string {
  const { results, stale } = report;
  const of = (status: ReportStatus): Told[] => tell(results.filter((result) => result.status === status));
  const title = (what: string): string => `${report.client}@${report.clientVersion} ${what}`;
  const annotation = (told: Told, lines: string[]): Annotation => ({
    title: title(told.scenario),
    text: `${told.runs.join(', ')}: ${[...lines, ...told.again].join('\n')}`,
  });
  const errors = [
    ...of('changed').map((told) => annotation(told, told.changes)),
    ...stale.map((entry) => ({ title: title('baseline'), text: `no run answers this entry any more: ${entry}` })),
  ];
  const warnings = [
    ...of('inconclusive').map((told) => annotation(told, [told.verdict])),
    ...of('flaky')
      .filter(({ changes }) => changes.length > 0)
      .map((told) => annotation(told, ['known to be flaky', ...told.changes])),
  ];
  return [
    ...atMost(SHOWN, errors, title('more')).map((each) => command('error', each)),
    ...atMost(SHOWN, warnings, title('more')).map((each) => command('warning', each)),
  ].join('');
}

function atMost(count: number, all: Annotation[], title: string): Annotation[] {
  if (all.length <= count) return all;
  const shown = all.slice(0, count - 1);
  return [...shown, { title, text: `${all.length - shown.length} more are in the summary and the report.` }];
}

function command(name: 'error' | 'warning', { title, text }: Annotation): string {
  return `::${name} title=${property(plain(title))}::${data(plain(text))}\n`;
}

// What is decoded from a command must not hold one either.
function plain(text: string): string {
  return harmless(printable(shorten(text, LONGEST)));
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
