import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { keepDriver, ownDriver } from './testing/clients.ts';
import { keepOne, MIRROR, makePlace, ONE, type Place, probe, root } from './testing/place.ts';
import { expectAnswer, expectSound, processesWith, treeOf } from './testing/sound.ts';

// Our own client with a configuration or a home that it must not use: alone, and under the probe.

async function chat(home: string) {
  const answer = await execa(process.execPath, [join(root, 'dist/hermes.cjs'), 'chat', '-q', 'hi'], {
    env: { HERMES_HOME: home },
    reject: false,
    stripFinalNewline: false,
  });
  expect(processesWith(home)).toEqual([]);
  return answer;
}

async function homeIn({ folder }: Place, config: string | Buffer | undefined): Promise<string> {
  const home = join(folder, 'home');
  await mkdir(home);
  if (config === undefined) await mkdir(join(home, 'config.yaml'));
  else await writeFile(join(home, 'config.yaml'), config);
  return home;
}

describe('hermes chat', () => {
  it.each([
    [
      'is no YAML',
      'model:\n  default: "m\n',
      'Expected valid YAML, got a missing quote, bracket, comma or colon (config.yaml:3:1)',
    ],
    ['is no mapping', '- model\n', 'Expected a mapping at the top, got a list (config.yaml)'],
    ['is no text', Buffer.from([0xff, 0xfe]), /Cannot read the configuration \(it is not UTF-8\) \(.*config\.yaml\)/],
    ['is a folder', undefined, /Cannot read the configuration \(it is no plain file\) \(.*config\.yaml\)/],
  ])('answers with 2 when config.yaml %s', async (_what, config, message) => {
    const answer = await chat(await homeIn(await makePlace(), config));
    expectAnswer(answer, 2, message);
    expect(answer.stderr).toMatch(/^hermes: error: .*\n$/);
  });

  it.each([
    ['a session store', 'state.db', 'a file'],
    ['sessions', 'sessions', 'a folder'],
    ['an installation', 'hermes-agent', 'a folder'],
  ])('leaves a home alone that another Hermes made, by %s', async (_what, sign, kind) => {
    const home = await homeIn(await makePlace(), 'model: { base_url: "http://127.0.0.1:1", default: m }\n');
    await (kind === 'a file' ? writeFile(join(home, sign), 'theirs') : mkdir(join(home, sign)));
    await mkdir(join(home, 'logs'));
    await writeFile(join(home, 'logs/agent.log'), 'theirs');
    const before = treeOf(home);
    expectAnswer(
      await chat(home),
      2,
      `got ${home}, which another Hermes made (it holds ${sign}). Nothing was written.`,
    );
    expect(treeOf(home)).toEqual(before);
  });
});

/** The driver of our own client, with other lines in its config.yaml. */
async function withLines(place: Place, change: (lines: string[]) => string[]): Promise<string> {
  const own = await ownDriver();
  return keepDriver(place, own, {
    files: own.files.map(({ path, template }) => ({ path, template: change(template) })),
  });
}

/** What the client said in a run that could not be judged. */
function logOf({ out }: Place): Promise<string> {
  return readFile(join(out, '_inconclusive', MIRROR, 'client.log'), 'utf8');
}

describe('under the probe, a config.yaml of our client', () => {
  it('that is no YAML makes the run inconclusive, with the client’s reason', async () => {
    const place = await makePlace();
    await keepOne(place);
    const answer = await probe(place, ...ONE, '--driver', await withLines(place, (lines) => [...lines, '"']));
    expectAnswer(answer, 3, /crashed: the calibration run: exit code 2: hermes: error: Expected valid YAML/);
    await expectSound(place);
  });

  it('whose entry has neither command nor url offers no tool: the run is inconclusive', async () => {
    const place = await makePlace();
    await keepOne(place);
    const driver = await withLines(place, (lines) => lines.filter((line) => !/^ {4}(command|args|url):/.test(line)));
    const answer = await probe(place, ...ONE, '--driver', driver);
    expectAnswer(answer, 3, 'tool-not-called: The tool probe_mirror was never listed by the server');
    expect(await logOf(place)).toContain(
      `MCP server 'probe' is left out: Expected "url" (HTTP) or "command" (stdio), got neither (mcp_servers.probe)`,
    );
    await expectSound(place);
  });

  it('whose entry has both uses the url', async () => {
    const place = await makePlace();
    const driver = await withLines(place, (lines) => [...lines, '    url: http://127.0.0.1:1/mcp']);
    const answer = await probe(place, ...ONE, '--driver', driver);
    expectAnswer(answer, 3, 'tool-not-called: The tool probe_mirror was never listed by the server');
    expect(await logOf(place)).toContain('Expected "url" or "command", got both; "url" is used (mcp_servers.probe)');
    expect(await logOf(place)).toContain(`MCP server 'probe' is left out: `);
    await expectSound(place);
  });
});
