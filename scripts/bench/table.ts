import Table from 'cli-table3';
import { FLOOR, MEMORY } from './limits.ts';
import type { HeldLimit, Report, ReportedCase } from './report.ts';

/** The table that people read, and below it why there are no figures of a case that failed. */
export function drawTable({ cases, rounds, cpus, node, slack }: Report): string {
  const table = new Table({
    head: ['Case', 'CPU s', 'from', 'to', 'wall s', 'MB', '× floor', 'goal'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [] },
  });
  for (const each of cases) table.push(rowOf(each));
  const failures = cases.flatMap((each) => ('failed' in each ? [`${each.name} failed: ${each.failed}\n`] : []));
  const percent = Math.round((slack - 1) * 100);
  return `${table.toString()}
medians of ${rounds} interleaved rounds; Node ${node}, ${cpus} cores; a goal counts as broken ${percent} % above it
${failures.join('')}`;
}

function rowOf(each: ReportedCase): string[] {
  if ('failed' in each) return [each.title, 'failed', '', '', '', '', '', ''];
  const { cpu, wall, memory, toFloor, limits } = each;
  const times = [cpu.median, cpu.min, cpu.max, wall.median].map((seconds) => seconds.toFixed(3));
  const megabytes = memory?.median.toFixed(0) ?? '';
  return [each.title, ...times, megabytes, toFloor?.toFixed(2) ?? '', limits.map(goalText).join('\n')];
}

function goalText({ of, most, got, broken }: HeldLimit): string {
  const goal = of === MEMORY ? `${most} MB` : `${most.toFixed(2)} × ${of}`;
  const shown = of === FLOOR || of === MEMORY ? '' : `, got ${got.toFixed(2)}`;
  if (got <= most) return `${goal}${shown}: reached`;
  return `${goal}${shown}: ${broken ? 'BROKEN' : 'missed, within the slack'}`;
}
