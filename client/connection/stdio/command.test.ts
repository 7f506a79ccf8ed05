import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test-servers/client.ts';
import { resolveCommand } from './command.ts';

function executable(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), '#!/bin/sh\n');
  chmodSync(join(folder, name), 0o755);
  return join(folder, name);
}

describe('resolveCommand', () => {
  const server = 'docs';

  it('finds a bare name on the PATH of the child, and leaves that as it is', () => {
    const root = temporaryFolder();
    const file = executable(join(root, 'b'), 'tool');
    const environment = { PATH: `${join(root, 'a')}::${join(root, 'b')}` };
    expect(resolveCommand('tool', { server, home: root, environment })).toEqual({ file, environment });
  });

  it('passes over what cannot be executed', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'a', 'tool'), { recursive: true });
    mkdirSync(join(root, 'b'));
    writeFileSync(join(root, 'b', 'tool'), '', { mode: 0o644 });
    const file = executable(join(root, 'c'), 'tool');
    const environment = { PATH: ['a', 'b', 'c'].map((name) => join(root, name)).join(':') };
    expect(resolveCommand('tool', { server, home: root, environment }).file).toBe(file);
  });

  it('looks for launchers in the folders of the home too, and puts the folder in front of PATH', () => {
    const root = temporaryFolder();
    const ours = executable(join(root, 'node', 'bin'), 'npx');
    const environment = { PATH: join(root, 'empty'), HOME: join(root, 'user') };
    expect(resolveCommand('npx', { server, home: root, environment })).toEqual({
      file: ours,
      environment: { ...environment, PATH: `${join(root, 'node', 'bin')}:${join(root, 'empty')}` },
    });
    const local = executable(join(root, 'user', '.local', 'bin'), 'npm');
    expect(resolveCommand('npm', { server, home: join(root, 'other'), environment }).file).toBe(local);
  });

  it('takes a path as it stands, with the tilde spelt out', () => {
    const environment = { PATH: '/bin', HOME: '/home/u' };
    expect(resolveCommand(' ~/bin/tool ', { server, home: '/h', environment })).toEqual({
      file: '/home/u/bin/tool',
      environment: { ...environment, PATH: '/home/u/bin:/bin' },
    });
    expect(resolveCommand('./tool', { server, home: '/h', environment, cwd: '/work' })).toEqual({
      file: './tool',
      environment: { ...environment, PATH: '/work:/bin' },
    });
  });

  it.each(['no-such-command', '', '  '])('refuses "%s" with the name of the server', (command) => {
    const where = { server, home: '/h', environment: { PATH: '/bin', HOME: '/h' } };
    expect(() => resolveCommand(command, where)).toThrow(
      `Expected "command" to name an executable on the server's PATH, got "${command.trim()}" (mcp_servers.docs)`,
    );
  });
});
