import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDriver } from './driver.ts';

const ours = resolve(import.meta.dirname, '../../data/drivers/hermes-ts.json');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'driver-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function changed(change: (driver: Record<string, unknown>) => void): Promise<string> {
  const driver = JSON.parse(await readFile(ours, 'utf8')) as Record<string, unknown>;
  change(driver);
  const path = join(folder, 'driver.json');
  await writeFile(path, JSON.stringify(driver));
  return path;
}

describe('a driver file', () => {
  it('is read when it keeps to the schema', async () => {
    expect((await readDriver(ours)).client).toBe('hermes-ts');
  });

  it('is refused with the place and the reason when it breaks the schema', async () => {
    const path = await changed((driver) => (driver['dialect'] = 'smoke-signals'));
    await expect(readDriver(path)).rejects.toThrow(
      `Expected ${path} to be a driver: at "/dialect" it must be equal to one of the allowed values (["openai-chat",`,
    );
  });

  it('is refused when it has a member that no driver has', async () => {
    const path = await changed((driver) => (driver['comand'] = []));
    await expect(readDriver(path)).rejects.toThrow('at "/" it must NOT have additional properties ("comand").');
  });

  it('is refused when its matrix names what it does not have', async () => {
    const config = await changed((driver) => (driver['matrix'] = [{ config: 'other', transport: 'stdio' }]));
    await expect(readDriver(config)).rejects.toThrow(`to name a config of the driver, got "other".`);
    const transport = await changed((driver) => (driver['transports'] = ['stdio']));
    await expect(readDriver(transport)).rejects.toThrow(`to name a transport of the driver, got "http".`);
  });

  it('is refused when it is no JSON or not there', async () => {
    const path = join(folder, 'driver.json');
    await expect(readDriver(path)).rejects.toThrow(`Expected a driver file at ${path}, found none.`);
    await writeFile(path, '{');
    await expect(readDriver(path)).rejects.toThrow(`Expected ${path} to be JSON: `);
  });

  it.each(['config.json', '.config/a b/..c.json', 'a/../b'])('may write %s', async (path) => {
    const file = await changed((driver) => (driver['files'] = [{ path, template: [] }]));
    expect((await readDriver(file)).files).toEqual([{ path, template: [] }]);
  });

  it.each(['../config.json', 'a/../../config.json', '/etc/config.json', '..', '.', '', 'folder/', 'a\0b'])(
    'is refused when it would write or read %j, outside of the home of a run',
    async (path) => {
      const files = await changed((driver) => (driver['files'] = [{ path, template: [] }]));
      const said = (member: string): string =>
        `Expected "${member}" of ${files} to name a file inside of the run's home, got ${JSON.stringify(path)}.`;
      await expect(readDriver(files)).rejects.toThrow(said('files'));
      const logs = await changed((driver) => (driver['logs'] = [path]));
      await expect(readDriver(logs)).rejects.toThrow(said('logs'));
    },
  );

  it.each([
    [
      'a template that cannot be read',
      { files: [{ path: 'c.yaml', template: ['fine', '{{#if x'] }] },
      /^Expected the template of "c\.yaml" of .*driver\.json to be Handlebars: Parse error on line 2, got 'INVALID'\.$/,
    ],
    [
      'an argument that cannot be read',
      { command: ['{{node}}', '{{'] },
      /^Expected the template of "command" of .*driver\.json to be Handlebars: Parse error on line 1, got 'EOF'\.$/,
    ],
    [
      'a pattern that is none',
      { version: { command: ['x'], pattern: '(' } },
      /^Expected "version\.pattern" of .*driver\.json to be a regular expression, got "\("\.$/,
    ],
    [
      'a variable that none can be called',
      { environment: { 'A=B': 'x' } },
      /^Expected "environment" of .*driver\.json to have names without "=", got "A=B"\.$/,
    ],
    [
      'neither a version nor an installation',
      { version: undefined },
      /^Expected "version" of .*driver\.json to be there, or "install" to name what is installed, got "neither"\.$/,
    ],
    [
      'a dialect that nobody speaks',
      { configs: { default: { dialect: 'morse' } }, matrix: [{ config: 'default', transport: 'stdio' }] },
      /^Expected "configs" of .*driver\.json to name a dialect \(anthropic-messages, .*\), got "morse"\.$/,
    ],
    [
      'a stdin that cannot be read',
      { stdin: '{{' },
      /^Expected the template of "stdin" of .*driver\.json to be Handlebars: Parse error on line 1, got 'EOF'\.$/,
    ],
    [
      'a config that every object has',
      { matrix: [{ config: 'constructor', transport: 'stdio' }] },
      /^Expected "matrix" of .*driver\.json to name a config of the driver, got "constructor"\.$/,
    ],
  ])('is refused with %s', async (_what, change, message) => {
    await expect(readDriver(await changed((driver) => Object.assign(driver, change)))).rejects.toThrow(message);
  });

  it('is refused when it is a folder', async () => {
    await expect(readDriver(folder)).rejects.toThrow(/^Expected a driver file at .*, got EISDIR/);
  });
});
