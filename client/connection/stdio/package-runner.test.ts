import { expect, it } from 'vitest';
import { packageRunnerOf } from './package-runner.ts';

it.each([
  ['npx', 'npx'],
  [' /usr/local/bin/npx ', 'npx'],
  ['npx.cmd', 'npx'],
  ['uvx', 'uvx'],
  ['~/.local/bin/pipx', 'pipx'],
  ['node', undefined],
  ['/opt/npx/server', undefined],
  ['constructor', undefined],
  ['', undefined],
])('%j is %s as a package runner', (command, runner) => {
  expect(packageRunnerOf(command)).toBe(runner);
});
