import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../connection/errors.ts';
import { docsEntry } from '../lazy/testing/entry.ts';
import { createFakeClock } from '../lifecycle/test-support/fake-clock.ts';
import { createRefresher } from './refresh.ts';

type Changes = { added: string[]; removed: string[] };

/** A server whose listings end when the test says so. */
function setup(token = 'not in any text') {
  const pending: { done: (changes: Changes) => void; fail: (error: Error) => void }[] = [];
  const logged: string[] = [];
  const clock = createFakeClock();
  const refresher = createRefresher((level, line) => logged.push(`${level} ${line}`), clock);
  const entry = docsEntry({ transport: { kind: 'stdio', command: 'x', args: [], env: { TOKEN: token } } });
  const server = {
    name: 'docs',
    entry,
    relist: () => new Promise<Changes>((done, fail) => void pending.push({ done, fail })),
  };
  return {
    refresh: () => refresher.refresh(server),
    over: () => refresher.settled(),
    pending,
    logged,
    clock,
    settled: () => clock.settle(),
  };
}

describe('createRefresher', () => {
  it('lists anew and says what came and went', async () => {
    const { refresh, pending, logged, settled } = setup();
    refresh();
    pending[0]?.done({ added: ['search', 'read'], removed: ['old\nname'] });
    await settled();
    expect(logged).toEqual([
      `info MCP server 'docs' changed its tools: new "search", "read"; gone "old name". Check that this is what you expect`,
    ]);
  });

  it('runs one refresh for a storm, and one after it', async () => {
    const { refresh, pending, settled } = setup();
    for (let times = 0; times < 1000; times += 1) refresh();
    expect(pending).toHaveLength(1);
    pending[0]?.done({ added: [], removed: [] });
    await settled();
    expect(pending).toHaveLength(2);
    pending[1]?.done({ added: [], removed: [] });
    await settled();
    expect(pending).toHaveLength(2);
    refresh();
    expect(pending).toHaveLength(3);
  });

  it('says so when the list cannot be had, and goes on with the next change', async () => {
    const { refresh, pending, logged, settled } = setup();
    refresh();
    refresh();
    pending[0]?.fail(new ConnectionError('timeout', 'No answer\nin time'));
    await settled();
    expect(logged).toEqual([
      "warning MCP server 'docs' changed its tools, and they could not be listed: No answer in time",
    ]);
    expect(pending).toHaveLength(2);
  });

  it('shows a few of many names, cut, and no secret of the entry', async () => {
    const { refresh, pending, logged, settled } = setup('sesame-42');
    refresh();
    pending[0]?.done({
      added: ['sesame-42', 'x'.repeat(100), ...Array.from({ length: 28 }, (_, index) => `t${index}`)],
      removed: [],
    });
    await settled();
    expect(logged[0]).toContain(`new "[REDACTED]", "${'x'.repeat(60)}…", "t0", `);
    expect(logged[0]).toContain('"t17" and 10 more.');
  });

  it('tells when no refresh is running any more', async () => {
    const { refresh, over, pending, settled } = setup();
    await over();
    refresh();
    refresh();
    let isOver = false;
    const waiting = (async () => {
      await over();
      isOver = true;
    })();
    pending[0]?.done({ added: [], removed: [] });
    await settled();
    expect(isOver).toBe(false);
    pending[1]?.done({ added: [], removed: [] });
    await waiting;
    expect(isOver).toBe(true);
  });

  it('asks a server ever more rarely that never stops, and holds nobody up meanwhile', async () => {
    const { refresh, over, pending, logged, clock, settled } = setup();
    const answer = async () => {
      refresh();
      pending.at(-1)?.done({ added: [], removed: [] });
      await settled();
    };
    refresh();
    await answer();
    expect(pending).toHaveLength(2);
    await answer();
    await over();
    expect(pending).toHaveLength(2);
    await clock.advance(1);
    expect(pending).toHaveLength(3);
    await answer();
    await clock.advance(1);
    expect(pending).toHaveLength(3);
    await clock.advance(1);
    expect(pending).toHaveLength(4);
    for (let round = 0; round < 100; round += 1) {
      await answer();
      await clock.advance(60);
    }
    expect(pending).toHaveLength(104);
    expect(logged).toHaveLength(50);
  });
});
