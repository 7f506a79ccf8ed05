import { expect, it } from 'vitest';
import { findCanaries } from '../../scenarios/canary.ts';
import { logging } from '../../scenarios/logging.ts';
import { logEvidence } from './log-evidence.ts';

const [token = '', ...more] = findCanaries(JSON.stringify(logging.serve)).map((found) => found.token);
const chosen = { home: '/tmp/x/0123456789ab', ports: [4711], root: '/some/where/probe' };
const scenario = { ...logging, log: ['Text/HTML'] };
const kept = (...lines: string[]): string => logEvidence(`${lines.join('\n')}\n`, scenario, chosen);

it('keeps lines with a token of the scenario or one of its texts, and nothing else', () => {
  const lines = ['== the client: exited', `info ${token}`, 'nothing', 'got text/html here', 'log~head~aaaa~aa'];
  expect(kept(...lines)).toBe(`info ${token}\ngot text/html here\n`);
  expect(kept()).toBe('');
});

it('writes the same each time: no time, no colour, no place of this machine', () => {
  const [line, again] = [
    `2026-11-30T19:54:20.123Z \u001B[31merror\u001B[0m ${token} /tmp/x/0123456789ab/home http://127.0.0.1:4711/mcp`,
    `2026-11-30 19:54:20,1 /some/where/probe/dist/x.cjs ${token}`,
  ];
  expect(kept(line, again)).toBe(
    `{{time}} error ${token} {{home}}/home http://127.0.0.1:{{port}}/mcp\n{{time}} {{root}}/dist/x.cjs ${token}\n`,
  );
});

it('names a filler by its digest and cuts what is longer than a person reads', () => {
  const said = scenario.serve.behaviour?.rules?.[0]?.do.flatMap((step) => ('log' in step ? [step.log.data] : []));
  const long = said?.at(-1);
  expect(kept(typeof long === 'string' ? long : '')).toMatch(
    /^log~head\S+\{\{filler 8002 sha256:[0-9a-f]{64}\}\}log~tail\S+\n$/,
  );
  expect(kept(`${token} ${'y'.repeat(9000)}`)).toHaveLength(4097);
  expect(more).toHaveLength(findCanaries(JSON.stringify(logging.serve)).length - 1);
});
