import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, it, vi } from 'vitest';

const bin = resolve(import.meta.dirname, '../../dist/mcp-client-probe.js');
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

function serve(...args: string[]) {
  return execa(process.execPath, [bin, 'serve-fixture', ...args], { reject: false });
}

it('answers on stdio and ends with its input', async () => {
  const fixture = serve();
  fixture.stdin.end(PING);
  expect(await fixture).toMatchObject({ exitCode: 0, stdout: '{"jsonrpc":"2.0","id":1,"result":{}}', stderr: '' });
});

it.each(['SIGTERM', 'SIGINT'] as const)('ends at the first %s, by which clients stop their servers', async (signal) => {
  const fixture = serve();
  fixture.stdin.write(PING);
  let answered = '';
  fixture.stdout.on('data', (chunk: Buffer) => (answered += chunk.toString()));
  await vi.waitFor(() => expect(answered).toContain('\n'), 60_000);
  fixture.kill(signal);
  expect(await fixture).toMatchObject({ signal, stderr: '' });
});

it('answers with 2 to a tap that cannot be written', async () => {
  const tap = join(tmpdir(), 'there', 'is', 'no', 'such', 'folder.jsonl');
  const { exitCode, stderr } = await serve('--tap', tap);
  expect(stderr).toMatch(/^Error: Expected --tap to be a file that can be written, got ENOENT/);
  expect(exitCode).toBe(2);
});
