// Everything that can be said of the code without running it. All checks run; the command fails when one of them does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const checks = [
  // The example of the documentation has the types of what is built.
  ['build', 'node', 'scripts/build.mjs'],
  ['types of the code', 'tsc', '--noEmit'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'biome', 'check', '--error-on-warnings'],
  ['dead code', 'knip'],
  ['generated types are fresh', 'node', 'scripts/types.mjs', '--check'],
  ['data is valid', 'node', 'dist/mcp-client-probe.js', 'validate'],
  ['evidence holds', 'node', 'dist/mcp-client-probe.js', 'rejudge'],
  ['overlays are fresh', 'node', 'dist/mcp-client-probe.js', 'ingest', '--check'],
  ['cards are fresh', 'node', 'dist/mcp-client-probe.js', 'build-cards', '--check'],
];

const failed = [];
for (const [title, program, ...args] of checks) {
  const started = performance.now();
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` },
  });
  const [code] = await once(child, 'exit');
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (code !== 0) failed.push(title);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
