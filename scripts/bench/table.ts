import Table from 'cli-table3';
import { FLOOR } from './limits.ts';
import type { HeldLimit, Report, ReportedCase } from './report.ts';

/** The table that people read, and below it why there are no figures of a case that failed. */
export function drawTable({ cases, rounds, cpus, node, slack }: Report): string {
  const table = new Table({
    head: ['Case', 'CPU s', 'from', 'to', 'wall s', '× floor', 'goal'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'left'],
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
  if ('failed' in each) return [each.title, 'failed', '', '', '', '', ''];
  const { cpu, wall, toFloor, limit } = each;
  const times = [cpu.median, cpu.min, cpu.max, wall.median].map((seconds) => seconds.toFixed(3));
  return [each.title, ...times, toFloor?.toFixed(2) ?? '', limit === undefined ? '' : goalText(limit)];
}

function goalText({ of, most, ratio, broken }: HeldLimit): string {
  const goal = `${most.toFixed(2)} × ${of}`;
  const got = of === FLOOR ? '' : `, got ${ratio.toFixed(2)}`;
  if (ratio <= most) return `${goal}${got}: reached`;
  return `${goal}${got}: ${broken ? 'BROKEN' : 'missed, within the slack'}`;
}
