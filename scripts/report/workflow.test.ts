import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bin, makePlace, type Place, root } from '../probe/faults/testing/place.ts';

// The workflow that people copy: what it may do, and that its commands do what it says.

interface Step {
  name?: string;
  uses?: string;
  run?: string;
}
interface Job {
  permissions: object;
  steps: Step[];
}
interface Workflow {
  on: object;
  permissions: object;
  jobs: Record<'probe' | 'comment', Job>;
}

const text = await readFile(join(root, 'docs/ci/mcp-client-probe.yml'), 'utf8');
const workflow = parse(text) as Workflow;
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const scripts = steps.flatMap(({ run }) => run ?? []);

describe('the example workflow', () => {
  it('may do the least: one job reads the repository, the other writes on pull requests and runs nothing of theirs', () => {
    const { probe, comment } = workflow.jobs;
    expect(Object.keys(workflow.jobs)).toEqual(['probe', 'comment']);
    expect([workflow.permissions, probe.permissions, comment.permissions]).toEqual([
      {},
      { contents: 'read' },
      { 'pull-requests': 'write' },
    ]);
    expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push']);
    expect(comment.steps.map(({ uses }) => uses?.split('@')[0])).toEqual(['actions/download-artifact', undefined]);
    expect(comment.steps.map(({ run }) => run).join('')).not.toMatch(/\b(?:npm|npx|node|git|eval|bash|sh)\b/);
  });

  it('pins its actions, and puts nothing of a pull request into a script', () => {
    const uses = steps.flatMap((step) => step.uses ?? []);
    expect(uses).toHaveLength(5);
    for (const action of uses) expect(action).toMatch(/^actions\/[a-z-]+@v\d+\.\d+\.\d+$/);
    for (const script of scripts) expect(script).not.toContain('${{');
    expect(text).not.toMatch(/https?:/);
  });

  it('has no command that the program does not take', async () => {
    const commands = scripts.flatMap((script) => script.match(/npx mcp-client-probe [^\n>|]*/g) ?? []);
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const [, , verb = '', ...words] = command.trim().split(' ');
      const { stdout } = await execa(process.execPath, [bin, verb, '--help'], { env: { COLUMNS: '1000' } });
      expect(stdout).toContain(`Usage: mcp-client-probe ${verb}`);
      const known = new Map(
        [...stdout.matchAll(/^ {2}(--[a-z-]+)( <.*?>)? /gm)].map(([, name, value]) => [name, value]),
      );
      for (const option of words.filter((word) => word.startsWith('-'))) expect([...known.keys()]).toContain(option);
      const given = words.filter((word, at) => !word.startsWith('-') && known.get(words[at - 1]) === undefined);
      expect([command, given.length]).toEqual([command, stdout.split('\n')[0]?.match(/ <\w+>/g)?.length ?? 0]);
    }
  });

  it('is red when the client loses a field, and has the line to post', async () => {
    const place = await repository();
    await command(place, 'probe', '--update-baseline');
    await command(place, 'ingest');
    await commit(place, 'before');
    await lose(place);
    await commit(place, 'after');
    expect((await step(place, 'Probe')).exitCode).toBe(1);
    expect(await step(place, 'Compare with the base branch')).toMatchObject({ exitCode: 0 });
    expect(await read(place, 'probe/diff.md')).toMatch(/^### `small-client@1\.0\.0 .*→ lost/s);
    expect(await read(place, 'probe/junit.xml')).toContain('<failure type="changed"');
  });

  it('shows the difference, and is green, where the pull request has the new baseline', async () => {
    const place = await repository();
    for (const change of [undefined, lose]) {
      await change?.(place);
      await command(place, 'probe', '--update-baseline');
      await command(place, 'ingest');
      await commit(place, 'a baseline');
    }
    expect((await step(place, 'Probe')).exitCode).toBe(0);
    expect(await step(place, 'Compare with the base branch')).toMatchObject({ exitCode: 0 });
    expect(await read(place, 'probe/diff.md')).toContain('structuredContent: reached the model → lost');
  });

  it('says so where the base branch has no verdicts, and is silent where the probe came to no report', async () => {
    const place = await repository();
    await commit(place, 'before');
    await commit(place, 'after');
    expect((await step(place, 'Probe')).exitCode).toBe(0);
    expect(await step(place, 'Compare with the base branch')).toMatchObject({ exitCode: 0 });
    expect(await read(place, 'probe/diff.md')).toBe('The base branch has no verdicts of this client yet.\n');
    await writeFile(join(place.folder, 'mcp-client-probe.json'), '{}');
    expect((await step(place, 'Probe')).exitCode).toBe(2);
    await writeFile(join(place.folder, 'probe/report.jsonl'), '');
    await writeFile(join(place.folder, 'probe/diff.md'), 'as it was');
    expect((await step(place, 'Compare with the base branch')).exitCode).toBe(0);
    expect(await read(place, 'probe/diff.md')).toBe('as it was');
  });
});

/** The repository of a small client, in which `npx` runs the built program, for one scenario. */
async function repository(): Promise<Place> {
  const place = await makePlace();
  for (const file of ['mcp-client-probe.json', 'small-client.mjs'])
    await cp(join(root, 'docs/examples', file), join(place.folder, file));
  await mkdir(join(place.temporary, 'bin'));
  const npx = `[ "$2" != probe ] || set -- "$@" --scenario summary_and_data\nshift\nexec "${process.execPath}" "${bin}" "$@"\n`;
  await writeFile(join(place.temporary, 'bin/npx'), `#!/bin/sh\n${npx}`);
  await chmod(join(place.temporary, 'bin/npx'), 0o755);
  await writeFile(join(place.folder, '.gitignore'), 'tmp/\nruns/\nprobe/\n');
  await run(place, 'git', 'init', '--quiet');
  return place;
}

function run({ folder, temporary }: Place, program: string, ...args: string[]) {
  return execa(program, args, {
    cwd: folder,
    reject: false,
    env: {
      PATH: `${join(temporary, 'bin')}${delimiter}${process.env['PATH']}`,
      TMPDIR: temporary,
      GITHUB_ACTIONS: undefined,
      GITHUB_STEP_SUMMARY: undefined,
    },
  });
}

async function command(place: Place, ...args: string[]): Promise<void> {
  expect(await run(place, 'npx', 'mcp-client-probe', ...args)).toMatchObject({ exitCode: 0 });
}

async function commit(place: Place, message: string): Promise<void> {
  await run(place, 'git', 'add', '--all');
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  const made = await run(place, 'git', ...who, 'commit', '--quiet', '--allow-empty', '--message', message);
  expect(made).toMatchObject({ exitCode: 0 });
}

/** From now on the client shows text only. */
async function lose(place: Place): Promise<void> {
  const path = join(place.folder, 'mcp-client-probe.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace('"textOnly": false', '"textOnly": true'));
}

/** Runs a step of the workflow as its runner would. */
function step(place: Place, named: string) {
  const script = steps.find(({ name }) => name === named)?.run ?? 'exit 99';
  return run(place, 'bash', '-e', '-c', script);
}

function read({ folder }: Place, name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8');
}
