import type { ProbeOptions, ProbeResult } from './types.ts';

/**
 * Runs a client under the mocked model against the instrumented server, as `mcp-client-probe probe` does, and resolves to
 * what reached the model. It prints nothing, ends no process but those it started, and leaves neither a process nor a
 * folder behind, also when it is killed; what stays is `out`, the client installed in `.clients/`, and the baseline where
 * it is updated. Verdicts that differ from the baseline are a result, not an error. Calls may follow one another; at once
 * they need folders of their own (`out`).
 *
 * Rejects with HarnessError: `usage` (a config, transport or scenario that is not there, nothing to run, another process
 * that writes to `out`), `input` (the driver is none), `missing` (no driver file, no client), `store` (no room, no rights);
 * with one of the two, `input` or `missing`, where the baseline cannot be read, proven or written; with the signal's reason
 * when it was aborted.
 */
export async function probe(options: ProbeOptions): Promise<ProbeResult> {
  const { probeOnce } = await import('./probing.ts');
  return probeOnce(options);
}
