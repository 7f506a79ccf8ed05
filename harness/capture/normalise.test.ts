import { describe, expect, it } from 'vitest';
import { resultScenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { fillerToken, normaliseLines } from './normalise.ts';

function scenario(name: string): Scenario {
  const found = resultScenarios.find(({ id }) => id === `tools.result.${name}`);
  if (found === undefined) throw new Error(`No scenario ${name}`);
  return found;
}

const chosen = { home: '/tmp/x-abc123/0123456789ab', ports: [4711] };

describe('what is kept of captured lines', () => {
  it('replaces the home and the ports that the harness chose, and nothing else', () => {
    const line = {
      seq: 9,
      text: `MEDIA:${chosen.home}/home/a.png at http://127.0.0.1:4711/mcp, 47110 and 127.0.0.1:47111`,
    };
    expect(normaliseLines(`${JSON.stringify(line)}\n`, scenario('mirror'), chosen)).toBe(
      '{"seq":1,"text":"MEDIA:{{home}}/home/a.png at http://127.0.0.1:{{port}}/mcp, 47110 and 127.0.0.1:47111"}\n',
    );
  });

  it('finds both inside of what a client wrote, however it was written there', () => {
    const odd = { home: `/tmp/a "b" ü/x-abc123/0123456789ab`, ports: [4711] };
    const inner = JSON.stringify({ cwd: `${odd.home}/work`, at: `http%3A%2F%2F127.0.0.1%3A4711/` });
    const line = JSON.stringify({ seq: 1, body: JSON.stringify({ text: inner }) });
    const kept = normaliseLines(`${line}\n`, scenario('mirror'), odd);
    const { body } = JSON.parse(kept) as { body: string };
    const { text } = JSON.parse(body) as { text: string };
    expect(text).toBe('{"cwd":"{{home}}/work","at":"http%3A%2F%2F127.0.0.1%3A{{port}}/"}');
  });

  it('numbers the lines and the processes in order and keeps the order of their members', () => {
    const lines = '{"seq":1,"process":812,"dir":"c2s"}\n{"seq":1,"process":640,"dir":"s2c"}\n';
    expect(normaliseLines(lines, scenario('mirror'), chosen)).toBe(
      '{"seq":1,"process":1,"dir":"c2s"}\n{"seq":2,"process":2,"dir":"s2c"}\n',
    );
  });

  it('puts a token for each long filler, also inside JSON in JSON, and keeps a filler that was cut', () => {
    const large = scenario('large');
    const [text = ''] = JSON.stringify(large.serve).match(/cnt~head[^"]+/) ?? [];
    expect(text).toHaveLength(30_000);
    const stored = normaliseLines(`${JSON.stringify({ body: JSON.stringify({ text }) })}\n`, large, chosen);
    expect(stored.match(/\{\{filler \d+ sha256:[0-9a-f]{64}\}\}/g)).toHaveLength(2);
    expect(stored.length).toBeLessThan(500);
    const cut = normaliseLines(`${JSON.stringify({ body: text.slice(0, 10_000) })}\n`, large, chosen);
    expect(JSON.parse(cut)).toEqual({ body: text.slice(0, 10_000), seq: 1 });
  });

  it('puts a token for what the driver calls volatile, and for nothing else', () => {
    const line = JSON.stringify({ seq: 1, body: JSON.stringify({ text: 'Took 0.25 seconds.\\nTook a walk.' }) });
    const kept = normaliseLines(`${line}\n`, scenario('mirror'), { ...chosen, volatile: ['Took [0-9.]+ seconds'] });
    expect(JSON.parse(kept)).toEqual({
      seq: 1,
      body: JSON.stringify({ text: '{{volatile}}.\\nTook a walk.' }),
    });
  });

  it('counts the characters of a filler in its token', () => {
    expect(fillerToken('abc')).toBe(
      '{{filler 3 sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad}}',
    );
  });

  it('leaves a line that is no JSON to the judge', () => {
    expect(normaliseLines('{"seq":1}{"seq"\n', scenario('mirror'), chosen)).toBe('{"seq":1}{"seq"\n');
  });

  it('leaves out a last line whose writer was killed in the middle of it', () => {
    expect(normaliseLines('{"seq":1}\n{"seq":2,"te', scenario('mirror'), chosen)).toBe('{"seq":1}\n');
  });
});
