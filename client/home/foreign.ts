/**
 * Names at the top of a home that the original Hermes (installer, sessions, gateway) makes and that this client makes
 * only after its marker stands there. config.yaml, .env, logs and cache are no sign: people and this client write them.
 */
const signs = new Set([
  'SOUL.md',
  'auth.json',
  'cron',
  'gateway.pid',
  'hermes-agent',
  'mcp-installs',
  'mcp-tokens',
  'memories',
  'profiles',
  'sessions',
  'skills',
  'state.db',
]);

/** Those of a home's top-level `names` that show that another Hermes made it, sorted. */
export function foreignSigns(names: readonly string[]): string[] {
  return names.filter((name) => signs.has(name)).sort();
}
