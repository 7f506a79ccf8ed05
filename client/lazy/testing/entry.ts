import type { ServerEntry } from '../../types.ts';

/** A server's entry for tests: `docs`, started by `docs-server --all`, unless `given` says otherwise. */
export function docsEntry(given: Partial<ServerEntry> = {}): ServerEntry {
  return {
    name: 'docs',
    transport: { kind: 'stdio', command: 'docs-server', args: ['--all'], env: {} },
    protocol: 'auto',
    timeout: 300,
    connectTimeout: 60,
    supportsParallelToolCalls: false,
    tools: { exclude: [] },
    sampling: { enabled: true, exposeClientTools: false },
    elicitation: { enabled: true },
    ...given,
  };
}
