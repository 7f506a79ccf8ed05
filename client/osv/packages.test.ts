import { describe, expect, it } from 'vitest';
import type { PackageRunner } from '../connection/stdio/package-runner.ts';
import { packagesOf } from './packages.ts';

const told = (runner: PackageRunner, line: string): string[] =>
  packagesOf(runner, line.split(' ')).map(({ ecosystem, name, version = '' }) => `${ecosystem} ${name} ${version}`);

describe('packagesOf', () => {
  it.each([
    ['-y some-server', 'npm some-server '],
    ['some-server@1.2.3 --port 8080', 'npm some-server 1.2.3'],
    ['--yes @scope/server@2.0.0-beta.1+x -p not-this', 'npm @scope/server 2.0.0-beta.1+x'],
    ['-y server@latest', 'npm server '],
    ['-y server@next', 'npm server '],
    ['-y server@^1.0.0', 'npm server '],
    ['--registry http://127.0.0.1/ server', 'npm server '],
    ['--otp 123456 --_auth bWU6d29yZA --loglevel silent server', 'npm server '],
    ['--https-proxy http://me:word@127.0.0.1/ -C folder server', 'npm server '],
    ['-c run -p server@=1.0.0', 'npm server 1.0.0'],
    ['-- server arg', 'npm server '],
    ['mine@npm:@their/server@1.0.0', 'npm @their/server 1.0.0'],
  ])('npx %s', (line, expected) => {
    expect(told('npx', line)).toEqual([expected]);
  });

  it.each([
    ['--package=one --package two@1.0.0 program', ['npm one ', 'npm two 1.0.0']],
    ['-p one program two', ['npm one ']],
    ['-y', []],
    ['-p', []],
    ['./folder', []],
    ['user/repository', []],
    ['git+https://example.invalid/x.git', []],
    ['file.tgz', []],
    ['constructor', ['npm constructor ']],
  ])('npx %s', (line, expected) => {
    expect(told('npx', line)).toEqual(expected);
  });

  it.each([
    ['mcp-server-time', ['PyPI mcp-server-time ']],
    ['mcp-server[cli,dev]==1.2.0 --flag', ['PyPI mcp-server 1.2.0']],
    ['mcp-server@1.2.0', ['PyPI mcp-server 1.2.0']],
    ['mcp-server@latest', ['PyPI mcp-server ']],
    ['mcp-server>=1.0', ['PyPI mcp-server ']],
    ['mcp-server==1.*', ['PyPI mcp-server ']],
    ['--python 3.12 -p 3.13 server', ['PyPI server ']],
    ['--from real-package==2.0 program', ['PyPI real-package 2.0']],
    ['--package=real-package program', ['PyPI real-package ']],
    ['--with extra,other==1.0 server', ['PyPI server ', 'PyPI extra ', 'PyPI other 1.0']],
    ['--from git+https://example.invalid/x.git program', []],
    ['folder/of/mine', []],
  ])('uvx %s', (line, expected) => {
    expect(told('uvx', line)).toEqual(expected);
  });

  it.each([
    ['run server', ['PyPI server ']],
    ['run server[x]==1.0', ['PyPI server 1.0']],
    ['run --spec real==1.0 program', ['PyPI real 1.0']],
    ['run -p real program', ['PyPI real ']],
    ['server', ['PyPI server ']],
  ])('pipx %s', (line, expected) => {
    expect(told('pipx', line)).toEqual(expected);
  });
});
