import { describe, expect, it } from 'vitest';
import { connectedWorld, http, lost, noMethod, silent } from './test-support/world.ts';

const since = (asked: string[]) => asked.slice(1);

describe('the sign of life', () => {
  it('is asked of an HTTP server every three minutes', async () => {
    const { clock, asked, attempts } = await connectedWorld({ transport: http });
    await clock.advance(179);
    expect(since(asked)).toEqual([]);
    await clock.advance(361);
    expect(since(asked)).toEqual(['ping', 'ping', 'ping']);
    expect(attempts).toEqual([0]);
  });

  it('is asked of a stdio server only where the entry says so, and no faster than every five seconds', async () => {
    const quiet = await connectedWorld();
    await quiet.clock.advance(3600);
    expect(since(quiet.asked)).toEqual([]);
    const lively = await connectedWorld({ keepaliveInterval: 1 });
    await lively.clock.advance(14);
    expect(since(lively.asked)).toEqual(['ping', 'ping']);
  });

  it('is not asked for while a request is under way', async () => {
    const { clock, server, script, asked } = await connectedWorld({ transport: http });
    let answer = () => {};
    script.call = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      });
    const call = server.call('t', {}, { readOnly: true });
    await clock.advance(200);
    expect(asked).not.toContain('ping');
    answer();
    await call;
    await clock.advance(159);
    expect(asked).not.toContain('ping');
    await clock.advance(1);
    expect(asked.at(-1)).toBe('ping');
  });

  it('is a page of tools from then on where there is no ping', async () => {
    const { clock, script, asked, attempts } = await connectedWorld({ transport: http });
    script.ping = async (by) => (by === 'ping' ? Promise.reject(noMethod) : undefined);
    await clock.advance(540);
    expect(since(asked)).toEqual(['ping', 'a page of tools', 'a page of tools', 'a page of tools']);
    expect(attempts).toEqual([0]);
  });

  it('is a page of tools when the ping gets no answer', async () => {
    const { clock, script, asked, attempts } = await connectedWorld({ transport: http });
    script.ping = async (by) => (by === 'ping' ? Promise.reject(silent) : undefined);
    await clock.advance(180);
    expect(since(asked)).toEqual(['ping', 'a page of tools']);
    expect(attempts).toEqual([0]);
  });

  it('has failed where neither gets an answer: the server is connected to anew', async () => {
    const { clock, script, attempts, connections } = await connectedWorld({ transport: http });
    script.ping = async () => Promise.reject(silent);
    await clock.advance(182);
    expect(attempts).toEqual([0, 181]);
    expect(connections[0]?.closed).toBe(true);
  });

  it('has failed without a ping where the server has no tools', async () => {
    const { clock, script, attempts, asked } = await connectedWorld({ transport: http }, { capabilities: {} });
    script.ping = async () => Promise.reject(noMethod);
    await clock.advance(182);
    expect(asked).not.toContain('a page of tools');
    expect(attempts).toEqual([0, 181]);
  });

  it('is not asked of a stateless server without tools, which has nothing to answer with', async () => {
    const { clock, asked, attempts } = await connectedWorld(
      { transport: http },
      { capabilities: {}, era: 'stateless' },
    );
    await clock.advance(3600);
    expect(since(asked)).toEqual([]);
    expect(attempts).toEqual([0]);
  });

  it('proves that the session is of use', async () => {
    const { clock, last, attempts } = await connectedWorld({ transport: http });
    await clock.advance(180);
    last().breakOff();
    await clock.settle();
    expect(attempts).toEqual([0, 180]);
  });

  it('has failed at once where the session is gone', async () => {
    const { clock, script, asked, attempts } = await connectedWorld({ transport: http });
    script.ping = async () => Promise.reject(lost());
    await clock.advance(182);
    expect(since(asked)).toEqual(['ping', 'tools/list']);
    expect(attempts).toEqual([0, 181]);
  });
});
