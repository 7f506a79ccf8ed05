import { groupBy } from '../../harness/group-by.ts';
import type { ProbeReport, RunResult } from '../../harness/report/results.ts';
import { againText, outcomeText } from '../../harness/report/summary.ts';
import { type Element, element, xmlDocument } from './xml.ts';

/**
 * A report as JUnit XML: a suite for each config and transport, a test for each scenario, and a suite for the baseline's
 * stale entries. A changed verdict is a failure, an inconclusive run an error, an unsupported one skipped; what is known to
 * be flaky passes. There is no clock in it, so equal reports give equal bytes.
 */
export function junitXml(report: ProbeReport): string {
  const { client, clientVersion, stale } = report;
  const groups = groupBy(report.results, ({ run }) => `${run.config}/${run.server}-${run.transport}`);
  const suites = [...groups].map(([name, results]) =>
    suite(
      name,
      report,
      results.map((result) => test(result, client)),
    ),
  );
  if (stale.length > 0)
    suites.push(
      suite(
        'baseline',
        report,
        stale.map((entry) => staleTest(entry, client)),
      ),
    );
  const { skipped: _, ...sums } = counts(suites.flatMap(({ children }) => children as Element[]));
  return xmlDocument(element('testsuites', { name: `${client}@${clientVersion}`, ...sums }, suites));
}

function suite(name: string, { client, clientVersion, baseline }: ProbeReport, tests: Element[]): Element {
  const properties = Object.entries({ client, clientVersion, baseline: baseline ?? 'none' });
  return element('testsuite', { name, ...counts(tests) }, [
    element(
      'properties',
      {},
      properties.map(([property, value]) => element('property', { name: property, value })),
    ),
    ...tests,
  ]);
}

function counts(elements: Element[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const tests = elements.filter(({ name }) => name === 'testcase');
  const count = (what: string): number =>
    tests.filter(({ children }) => (children as Element[]).some(({ name }) => name === what)).length;
  return { tests: tests.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}

function test(result: RunResult, client: string): Element {
  const { scenario, config, server, transport } = result.run;
  return element('testcase', { name: scenario, classname: `${client}.${config}.${server}-${transport}` }, [
    said(result),
  ]);
}

function said({ outcome, status, changes, again }: RunResult): Element {
  const text = [...changes, `now: ${outcomeText(outcome)}`, ...againText(outcome, again)].join('\n');
  const detail = outcome.kind === 'inconclusive' ? outcome.inconclusive.detail : '';
  switch (status) {
    case 'changed':
      return element('failure', { type: 'changed', message: changes.join('; ') }, text);
    case 'inconclusive':
      return element('error', { type: 'inconclusive', message: outcomeText(outcome) }, text);
    case 'unsupported':
      return element('skipped', {}, detail);
    case 'expected':
    case 'new':
    case 'flaky':
      return element('system-out', {}, `${status}\n${text}`);
    default:
      return status satisfies never;
  }
}

function staleTest(entry: string, client: string): Element {
  const message = 'The baseline has an entry that no run of this plan could answer.';
  return element('testcase', { name: entry, classname: `${client}.baseline` }, [
    element('failure', { type: 'stale', message }, message),
  ]);
}
