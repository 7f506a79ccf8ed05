import { describe, expect, it } from 'vitest';
import { resolveEntry } from './entry.ts';
import { readSection } from './section.ts';
import type { Entry } from './testing/entry.ts';
import { goodEntries } from './testing/good-entries.ts';
import { refusedEntries } from './testing/refused-entries.ts';
import { warnedEntries } from './testing/warned-entries.ts';

const names = { environment: { SECONDS: '9', ON: 'yes' }, userHome: '/home/ada', workspaceFolder: '/projects/site' };

function resolve(entry: Entry) {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  // White space at the ends is told apart from what is wrong with a value.
  const wrong = () => warnings.filter((warning) => !warning.includes('white space'));
  const section = readSection({ config: { mcp_servers: { docs: entry } }, order: [], names }, warn);
  return { entry: resolveEntry('docs', section, warn), warnings: wrong() };
}

describe('an entry', () => {
  it('with nothing but a command has every default', () => {
    expect(resolve({ command: 'docs-server' })).toEqual({
      entry: {
        name: 'docs',
        transport: { kind: 'stdio', command: 'docs-server', args: [], env: {} },
        protocol: 'auto',
        timeout: 300,
        connectTimeout: 60,
        supportsParallelToolCalls: false,
        tools: { exclude: [] },
        sampling: { enabled: true, exposeClientTools: false },
        elicitation: { enabled: true },
      },
      warnings: [],
    });
  });

  it('with nothing but a url has no more than that', () => {
    expect(resolve({ url: 'https://h' }).entry?.transport).toEqual({ kind: 'http', url: 'https://h', headers: {} });
  });

  it.each(goodEntries)('%j is taken without a warning', (entry, gives) => {
    const { entry: resolved, warnings } = resolve(entry);
    expect(resolved).toMatchObject(gives);
    expect(warnings).toEqual([]);
  });

  it.each(warnedEntries.map((bad): [Entry, typeof bad] => [bad.entry, bad]))(
    '%j is taken with one warning',
    (entry, { says, gives = {} }) => {
      const { entry: resolved, warnings } = resolve(entry);
      expect(warnings).toEqual([says]);
      expect(resolved).toMatchObject({ name: 'docs', ...gives });
    },
  );

  it.each(refusedEntries.map((bad): [Entry, string] => [bad.entry, bad.says]))('%j is refused', (entry, message) => {
    expect(() => resolve(entry)).toThrow(expect.objectContaining({ name: 'ConfigError', message }));
  });

  it('keeps the times of a stdio server away from an HTTP server', () => {
    expect(resolve({ url: 'https://h', idle_timeout_seconds: 5 }).entry).not.toHaveProperty('idleTimeout');
  });

  it('leaves out what is switched off inside it', () => {
    const { entry } = resolve({ url: 'https://h', lazy: 'no', events: false, skip_preflight: 'off' });
    expect(entry).not.toHaveProperty('lazy');
    expect(entry).not.toHaveProperty('events');
    expect(entry?.transport).not.toHaveProperty('skipPreflight');
  });

  it('has no models allowed by name where the list is empty', () => {
    expect(resolve({ command: 'a', sampling: { allowed_models: [] } }).entry?.sampling).toEqual({
      enabled: true,
      exposeClientTools: false,
    });
  });
});
