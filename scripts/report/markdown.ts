import type { ProbeReport, ReportStatus, RunResult } from '../../harness/report/results.ts';
import { code } from '../markdown.ts';
import { counted } from '../streams.ts';
import { changedIn } from './changed.ts';
import { limited } from './limited.ts';
import { shorten, type Told, tell } from './told.ts';

const LONGEST = 300;

/**
 * A report as Markdown for people: what changed, then what is stale, new, flaky or could not be judged, then everything,
 * folded. It is cut, and says so, where it would be longer than `limit` bytes of UTF-8. Texts of clients and servers stand
 * in code spans, in which nothing is markup and nobody is mentioned.
 */
export function markdownSummary(report: ProbeReport, limit: number): string {
  const { client, clientVersion, baseline, results, stale } = report;
  const of = (...statuses: ReportStatus[]): RunResult[] => results.filter(({ status }) => statuses.includes(status));
  return limited(
    [
      `## MCP client probe: ${code(`${client}@${clientVersion}`)}\n\n`,
      `${counts(report)}\n`,
      section('Changed', of('changed'), ({ changes, verdict, again }) => [...changes, `now: ${verdict}`, ...again], {
        before: changedIn(report).map(({ text, where }) => `- ${shown(text)} over ${shown(where)}\n`),
      }),
      staleSection(stale),
      // Where there is no baseline everything is new.
      section('New', baseline === null ? [] : of('new'), ({ verdict }) => [verdict]),
      section('Known to be flaky', of('flaky'), ({ changes, verdict }) => [...changes, `now: ${verdict}`]),
      section('Inconclusive', of('inconclusive'), ({ verdict, again }) => [verdict, ...again]),
      everything(results),
    ].join(''),
    limit,
  );
}

function counts({ baseline, results, stale }: ProbeReport): string {
  const count = (status: ReportStatus): number => results.filter((result) => result.status === status).length;
  const each: [number, string][] = [
    [count('changed'), 'changed'],
    [stale.length, 'stale'],
    [count('new'), 'new'],
    [count('flaky'), 'known to be flaky'],
    [count('inconclusive'), 'inconclusive'],
    [count('unsupported'), 'unsupported by the client'],
    [count('expected'), 'as before'],
  ];
  const told = each.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const held = baseline === null ? 'There is no baseline.' : `Held against ${code(baseline)}.`;
  return `${counted(results.length, 'run')}: ${told.join(', ') || 'nothing to tell'}. ${held}`;
}

function section(
  title: string,
  results: RunResult[],
  linesOf: (told: Told) => string[],
  { before = [] }: { before?: string[] } = {},
): string {
  if (results.length === 0) return '';
  const list = before.length === 0 ? '' : `${before.join('')}\n`;
  return `\n### ${title}\n\n${list}${table(results, linesOf)}`;
}

function everything(results: RunResult[]): string {
  if (results.length === 0) return '';
  const title = `<summary>Everything: ${counted(results.length, 'run')}</summary>`;
  return `\n<details>${title}\n\n${table(results, ({ verdict }) => [verdict])}\n</details>\n`;
}

function table(results: RunResult[], linesOf: (told: Told) => string[]): string {
  const rows = tell(results).map((told) => row(told, linesOf(told)));
  return `| Scenario | Runs | What the model gets |\n|---|---|---|\n${rows.join('')}`;
}

function row({ scenario, runs }: Told, lines: string[]): string {
  return `| ${[[scenario], runs, lines].map((texts) => texts.map(shown).join('<br>')).join(' | ')} |\n`;
}

function staleSection(stale: string[]): string {
  if (stale.length === 0) return '';
  const items = stale.map((entry) => `- ${shown(entry)}\n`);
  return `\n### Stale\n\nNo run answers these entries of the baseline any more:\n\n${items.join('')}`;
}

const shown = (text: string): string => code(shorten(text, LONGEST));
