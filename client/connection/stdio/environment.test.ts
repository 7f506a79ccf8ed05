import { describe, expect, it } from 'vitest';
import { childEnvironment } from './environment.ts';

describe('childEnvironment', () => {
  const parent = {
    PATH: '/bin',
    HOME: '/home/u',
    USER: 'u',
    LOGNAME: 'u',
    LANG: 'C',
    LC_ALL: 'C',
    TERM: 'xterm',
    SHELL: '/bin/sh',
    TMPDIR: '/tmp',
    XDG_RUNTIME_DIR: '/run',
    AppData: 'a',
    SystemRoot: 'r',
    'ProgramFiles(x86)': 'p',
  };

  it('passes the names that hold no secrets', () => {
    expect(childEnvironment(parent, {}, 'linux')).toEqual(parent);
  });

  it('passes nothing else', () => {
    const secrets = {
      OPENAI_API_KEY: 'k',
      AWS_SECRET_ACCESS_KEY: 'k',
      HERMES_HOME: 'h',
      NODE_OPTIONS: '--inspect',
      path: 'p',
      LC_CTYPE: 'C',
      xdg_data: 'x',
    };
    expect(childEnvironment(secrets, {}, 'linux')).toEqual({});
  });

  it('lays the entry over it', () => {
    expect(childEnvironment({ PATH: '/bin', HOME: '/h' }, { PATH: '/own', API_KEY: 'k' }, 'linux')).toEqual({
      PATH: '/own',
      HOME: '/h',
      API_KEY: 'k',
    });
  });

  it('leaves out an exported shell function', () => {
    expect(childEnvironment({ LOGNAME: '() { :; }' }, {}, 'linux')).toEqual({});
  });

  it('finds the names of Windows in any casing', () => {
    expect(childEnvironment({ Path: 'C:\\', logname: 'u' }, {}, 'win32')).toEqual({ Path: 'C:\\' });
  });
});
