import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test-servers/client.ts';
import { findCached } from './npx-cache.ts';

function write(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

interface Installed {
  name?: string;
  bin?: unknown;
  /** What npx was asked for when it made the folder. */
  packages?: unknown;
  program?: string;
  mode?: number;
}

/** A cache of npx with one package in it. */
function cacheWith({
  name = 'server',
  bin = { server: 'bin/cli.js' },
  packages = [name],
  program,
  mode = 0o755,
}: Installed) {
  const root = temporaryFolder();
  const folder = join(root, 'npm', '_npx', '0123456789abcdef');
  const installed = join(folder, 'node_modules', name);
  write(join(folder, 'package.json'), { dependencies: { [name]: '^1.0.0' }, _npx: { packages } });
  write(join(installed, 'package.json'), { name, bin });
  const file = join(installed, 'bin', 'cli.js');
  write(file, program ?? '#!/usr/bin/env node\n');
  chmodSync(file, mode);
  const cwd = join(root, 'work', 'deep');
  mkdirSync(cwd, { recursive: true });
  const where = { npx: join(root, 'bin', 'npx'), environment: { npm_config_cache: join(root, 'npm') }, cwd };
  return { root, installed, file, where };
}

describe('findCached', () => {
  it.each(['-y', '--yes'])('finds the program of a package that npx %s has', (yes) => {
    const { file, where } = cacheWith({});
    expect(findCached([yes, 'server', '-y', 'x'], where)).toEqual({ file, args: ['-y', 'x'], byNode: false });
  });

  it('finds one with a scope, in the cache of the home', () => {
    const { root, file, where } = cacheWith({ name: '@scope/server', bin: './bin/cli.js' });
    const home = join(root, 'user');
    mkdirSync(home);
    symlinkSync(join(root, 'npm'), join(home, '.npm'));
    expect(findCached(['-y', '@scope/server'], { ...where, environment: { HOME: home } })?.file).toBe(file);
  });

  it.each<[string, Installed, boolean | undefined]>([
    ['says by what it is run', {}, false],
    ['may not be executed', { mode: 0o644 }, true],
    ['does not say by what it is run', { program: 'import "x";\n' }, true],
  ])('has a program run by Node unless it is one by itself: it %s', (_how, installed, byNode) => {
    const { where } = cacheWith(installed);
    expect(findCached(['-y', 'server'], where)?.byNode).toBe(byNode);
  });

  it.each<[string, string[]]>([
    ['nothing', []],
    ['a package without -y', ['server']],
    ['a version', ['-y', 'server@1.0.0']],
    ['a tag', ['-y', 'server@latest']],
    ['another option', ['-y', '-p', 'server', 'server']],
    ['another package', ['-y', 'other']],
    ['a way out of the cache', ['-y', '../server']],
    ['a hidden name', ['-y', '.bin']],
  ])('leaves %s to npx', (_what, args) => {
    expect(findCached(args, cacheWith({}).where)).toBeUndefined();
  });

  it.each<[string, Installed]>([
    ['two programs', { bin: { server: 'bin/cli.js', other: 'bin/cli.js' } }],
    ['no program', { bin: {} }],
    ['none that is a path', { bin: { server: 1 } }],
    ['one that is not there', { bin: 'bin/none.js' }],
    ['one outside of it', { bin: '../../package.json' }],
    ['a program of an unknown kind', { bin: 'package.json' }],
    ['been installed for a version', { packages: ['server@1.0.0'] }],
    ['been installed beside another', { packages: ['server', 'other'] }],
    ['not been installed to its end', { packages: null }],
  ])('leaves a package to npx that has %s', (_what, installed) => {
    expect(findCached(['-y', 'server'], cacheWith(installed).where)).toBeUndefined();
  });

  it.each([
    ['in the project', 'work/node_modules/server/package.json', '{}'],
    ['as a command of the project', 'work/deep/node_modules/.bin/server', ''],
    ['as the project itself', 'work/package.json', '{"name":"server"}'],
    ['beside npx', 'bin/server', ''],
    ['with npx', 'lib/node_modules/server/package.json', '{}'],
  ])('leaves a package to npx that it finds nearer: %s', (_where, path, content) => {
    const { root, where } = cacheWith({});
    write(join(root, path), content);
    expect(findCached(['-y', 'server'], where)).toBeUndefined();
  });

  it('leaves all to npx where there is no cache', () => {
    const { root, where } = cacheWith({});
    expect(findCached(['-y', 'server'], { ...where, environment: { HOME: join(root, 'none') } })).toBeUndefined();
  });
});
