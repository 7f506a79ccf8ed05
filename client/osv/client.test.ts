import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { buildClient } from '../cli/test-support/build.ts';
import { makeHome, startClient } from '../cli/test-support/run-client.ts';
import { startModel, textTurn } from '../cli/test-support/scripted-model.ts';
import { temporaryFolder } from '../connection/test-servers/client.ts';
import { serve } from '../connection/test-servers/http.ts';

it('is asked by the whole client where OSV_ENDPOINT says, unless mcp.osv_check is false', async () => {
  const root = temporaryFolder();
  const program = join(root, 'hermes.cjs');
  await buildClient(program);
  const npx = join(root, 'bin', 'npx');
  mkdirSync(dirname(npx));
  writeFileSync(npx, `#!/bin/sh\necho > "$3"\n`);
  chmodSync(npx, 0o755);
  const database = await serve((_received, response) => void response.end('{"vulns":[{"id":"MAL-2026-1"}]}'));
  const model = await startModel(textTurn('done'));

  async function chat(mcp: object): Promise<{ stderr: string; started: boolean }> {
    const home = temporaryFolder();
    const started = join(home, 'started');
    makeHome(home, {
      model: { provider: 'custom', base_url: model.baseUrl, default: 'm', api_key: 'k' },
      mcp,
      mcp_servers: { docs: { command: npx, args: ['-y', 'evil', started], connect_timeout: 5 } },
    });
    writeFileSync(join(home, '.env'), `OSV_ENDPOINT=${database.url}\n`);
    const { outcome } = startClient(program, ['chat', '-q', 'Go.'], { HERMES_HOME: home, HOME: home });
    const { stdout, stderr } = await outcome;
    expect(stdout).toBe('done\n');
    return { stderr, started: existsSync(started) };
  }

  const stopped = await chat({});
  expect(stopped.stderr).toContain('reported as malware (MAL-2026-1)');
  expect([stopped.started, database.received.length]).toEqual([false, 1]);
  const off = await chat({ osv_check: false });
  expect([off.started, database.received.length]).toEqual([true, 1]);
  model.close();
});
