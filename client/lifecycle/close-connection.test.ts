import { describe, expect, it } from 'vitest';
import { createWorld, lost } from './test-support/world.ts';

describe('an attempt to connect', () => {
  it('goes on, and says what failed, where the connection of a failed list does not close', async () => {
    const { server, clock, script, attempts, logged } = createWorld({}, { close: () => new Promise(() => {}) });
    script.list = async () => Promise.reject(lost());
    void server.start();
    await clock.settle();
    script.close = async () => Promise.reject(new Error('stuck'));
    await clock.advance(12.9);
    // Ten seconds for the first to close, then a second's pause, then two.
    expect(attempts).toEqual([0, 11]);
    expect(server.status()).toMatchObject({ state: 'connecting', reason: 'the connection ended' });
    expect(logged).toContain("warning: MCP server 'docs' did not close within 10 s");
    expect(logged).toContain("warning: MCP server 'docs' did not close well: stuck");
  });
});
