import { describe, expect, it } from 'vitest';
import { createEntrySource } from './entry-source.ts';
import { ConfigError } from './error.ts';
import type { Mapping } from './mapping.ts';

function source(config: Mapping, environment: Record<string, string | undefined> = {}) {
  const warnings: string[] = [];
  const file = { config, order: [], names: { environment, userHome: '/home/ada', workspaceFolder: '/work' } };
  const next: { file: typeof file | Error } = { file };
  const entries = createEntrySource(
    file,
    (message) => warnings.push(message),
    () => {
      if (next.file instanceof Error) throw next.file;
      return next.file;
    },
  );
  const change = (changed: Mapping | Error) => {
    next.file = changed instanceof Error ? changed : { ...file, config: changed };
    entries.reload();
  };
  return { entries, warnings, change };
}

const servers = (mcp_servers: Mapping, rest: Mapping = {}) => ({ ...rest, mcp_servers });

describe('createEntrySource', () => {
  it('knows every server, and gives an entry only for one that is used', () => {
    const { entries } = source(
      servers({
        on: { command: 'a' },
        off: { enabled: false },
        bad: { url: 5 },
        none: null,
        third: { url: 'http://h' },
      }),
    );
    expect(entries.names).toEqual(['on', 'off', 'bad', 'none', 'third']);
    expect(entries.resolve('on')).toMatchObject({ name: 'on' });
    expect([entries.resolve('off'), entries.resolve('gone'), entries.resolve('toString')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(() => entries.resolve('bad')).toThrow(ConfigError);
    expect(entries.refused.map(({ name, error }) => [name, error.where])).toEqual([
      ['bad', 'mcp_servers.bad'],
      ['none', 'mcp_servers.none'],
    ]);
  });

  it('looks placeholders up whenever an entry is asked for', () => {
    const environment: Record<string, string | undefined> = { TOKEN: 'one' };
    const { entries } = source(servers({ docs: { url: 'http://h', headers: { A: '${TOKEN}' } } }), environment);
    const header = () => entries.resolve('docs')?.transport;
    expect(header()).toMatchObject({ headers: { A: 'one' } });
    environment['TOKEN'] = 'two';
    expect(header()).toMatchObject({ headers: { A: 'two' } });
    delete environment['TOKEN'];
    expect(header()).toMatchObject({ headers: { A: '${TOKEN}' } });
  });

  it('tells each warning once, however often the entry is read', () => {
    const { entries, warnings, change } = source(servers({ docs: { command: 'a', timeout: 'soon', tols: 1 } }));
    entries.resolve('docs');
    entries.resolve('docs');
    change(servers({ docs: { command: 'a', timeout: 'soon', tols: 1 } }));
    entries.resolve('docs');
    expect(warnings).toEqual([
      'Unknown key tols, ignored (mcp_servers.docs)',
      'Expected a number of seconds above 0 and up to 2147483, got "soon"; 300 is used (mcp_servers.docs.timeout)',
    ]);
    change(servers({ docs: { command: 'a', timeout: 0 } }));
    entries.resolve('docs');
    expect(warnings.slice(2)).toEqual([
      'Expected a number of seconds above 0 and up to 2147483, got 0; 300 is used (mcp_servers.docs.timeout)',
    ]);
  });

  it('adopts what a reload finds: changed, new, gone and disabled servers, and the switches', () => {
    const { entries, change } = source(servers({ a: { url: 'http://one' }, b: { command: 'b' }, c: { command: 'c' } }));
    change(
      servers(
        { a: { url: 'http://two', auth: 'oauth' }, b: { command: 'b', enabled: false }, d: { command: 'd' } },
        { timeouts: { mcp: { tool_call: 7 } } },
      ),
    );
    expect(entries.names).toEqual(['a', 'b', 'd']);
    expect(entries.resolve('a')).toMatchObject({ transport: { url: 'http://two', auth: 'oauth' }, timeout: 7 });
    expect([entries.resolve('b'), entries.resolve('c')]).toEqual([undefined, undefined]);
    change(servers({ a: { url: 'http://two' }, d: { command: 'd' } }, { mcp: { stdio_servers: 'off' } }));
    expect([entries.resolve('a')?.name, entries.resolve('d')]).toEqual(['a', undefined]);
    change(servers({ a: { url: 'http://two' } }, { mcp: { client: false } }));
    expect([entries.names, entries.resolve('a')]).toEqual([['a'], undefined]);
  });

  it('keeps what it has when the configuration cannot be read again', () => {
    const { entries, warnings, change } = source(servers({ a: { url: 'http://one' } }));
    change(new ConfigError('invalid-yaml', 'Expected valid YAML, got a tab', 'config.yaml:1:1'));
    expect(entries.resolve('a')?.transport).toMatchObject({ url: 'http://one' });
    expect(warnings).toEqual([
      'The configuration could not be read again and stays as it was: Expected valid YAML, got a tab (config.yaml:1:1)',
    ]);
    expect(() => change(new TypeError('a fault of ours'))).toThrow('a fault of ours');
  });

  it('does not look at a stdio server that a switch turned off', () => {
    const { entries } = source(servers({ a: { command: 5 } }, { mcp: { stdio_servers: false } }));
    expect(entries.refused).toEqual([]);
  });

  it('has no servers in safe mode', () => {
    const { entries } = source(servers({ a: { command: 'a' } }), { HERMES_SAFE_MODE: 'yes' });
    expect([entries.names, entries.resolve('a')]).toEqual([[], undefined]);
  });
});
