import { describe, expect, it } from 'vitest';
import { inconclusive, result, run, sampleReport } from '../../harness/report/testing/sample-report.ts';
import { markdownSummary } from './markdown.ts';

const LIMIT = 1024 * 1024;

describe('the Markdown summary', () => {
  it('says what changed first, then the rest, then everything in a fold', () => {
    const text = markdownSummary(sampleReport(), LIMIT);
    expect(text.match(/^(## .*|### .*|<details>.*|<\/details>)$/gm)).toEqual([
      '## MCP client probe: `some-client@1.2.0`',
      '### Changed',
      '### Stale',
      '### New',
      '### Known to be flaky',
      '### Inconclusive',
      '<details><summary>Everything: 6 runs</summary>',
      '</details>',
    ]);
    expect(text).toContain(
      '6 runs: 1 changed, 1 stale, 1 new, 1 known to be flaky, 1 inconclusive, 1 unsupported by the client, 1 as before.' +
        ' Held against `data/baselines/some-client.json`.\n',
    );
    expect(text).toContain(
      '| `summary_and_data` | `default/stdio` | `structuredContent: reached the model → lost`<br>' +
        '`now: […] content only (1x, as text)`<br>`alone: the same` |\n',
    );
    expect(text).toContain('- `default/both-http/tools.result.gone`\n');
    expect(text).toContain('| `large` | `default/stdio` | `INCONCLUSIVE hung: no request in 60 s`<br>');
  });

  it('tells a change once, over how many runs, and each run below it', () => {
    const results = ['mirror', 'large'].map((scenario) =>
      result(run(scenario), { status: 'changed', changes: ['content: 1x → 2x'] }),
    );
    const text = markdownSummary(sampleReport({ results, stale: [] }), LIMIT);
    expect(text).toContain('\n### Changed\n\n- `content: 1x → 2x` over `both runs`\n\n| Scenario |');
    expect(text.match(/^\| `\w+` \| `default\/stdio` \| `content: 1x → 2x`/gm)).toHaveLength(2);
  });

  it('does not call everything new where there is no baseline', () => {
    const results = [result(run('mirror'), { status: 'new' })];
    const text = markdownSummary(sampleReport({ baseline: null, results, stale: [] }), LIMIT);
    expect(text).toContain('1 run: 1 new. There is no baseline.\n');
    expect(text).not.toContain('###');
  });

  it('has a sentence where nothing was run', () => {
    const text = markdownSummary(sampleReport({ results: [], stale: [] }), LIMIT);
    expect(text).toMatch(/\n0 runs: nothing to tell\. Held against .*\n$/);
  });

  it('lets no text of a client or server be markup, a mention, or hidden', () => {
    const nasty = '</details>\n\n# Title | `x` ``y`` <img src=x> [a](javascript:b) @everyone #1 \u202e\u0000 <!--';
    const of = run(nasty, { config: nasty });
    const outcome = inconclusive(of, 'crashed', nasty);
    const results = [
      result(of, { outcome, again: outcome, status: 'inconclusive', changes: [nasty] }),
      result(of, { status: 'changed', changes: [nasty] }),
    ];
    const text = markdownSummary(sampleReport({ client: nasty, baseline: nasty, results, stale: [nasty] }), LIMIT);
    // Without its code spans, which begin and end with as many backticks, nothing of it is left.
    const outside = text.replaceAll(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g, '');
    expect(outside).not.toMatch(/img|javascript|everyone|Title|#1|<!--|\u202e|\0|`/);
    expect(outside.match(/details/g)).toHaveLength(2);
    for (const line of outside.split('\n').filter((each) => each.startsWith('|')))
      expect(line.split('|')).toHaveLength(5);
  });

  it('is cut, closed, and says so where GitHub would refuse it', () => {
    const results = Array.from({ length: 9000 }, (_, at) =>
      result(run(`scenario_${at}_${'x'.repeat(200)}`), { status: 'changed', changes: ['content: 1x → 2x'] }),
    );
    const text = markdownSummary(sampleReport({ results }), LIMIT);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT);
    expect(Buffer.byteLength(text)).toBeGreaterThan(LIMIT - 1000);
    expect(text).toMatch(/\n_The rest is left out: .*_\n$/);
  });

  it('shows the beginning of a text of a megabyte', () => {
    const of = run('mirror');
    const outcome = inconclusive(of, 'crashed', 'y'.repeat(LIMIT));
    const text = markdownSummary(sampleReport({ results: [result(of, { outcome, status: 'inconclusive' })] }), LIMIT);
    expect(text.length).toBeLessThan(2000);
    expect(text).toContain('yyy…`');
  });
});
