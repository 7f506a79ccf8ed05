import { describe, expect, it } from 'vitest';
import { statusOfAll, transportOf } from './status.ts';
import { http } from './test-support/world.ts';
import type { ServerStatus } from './types.ts';

const connected = (name: string) => {
  const status: ServerStatus = { name, transport: 'stdio', state: 'connected', tools: 1 };
  return { name, status: () => status };
};

describe('statusOfAll', () => {
  it('tells of servers that are disabled or invalid too, in the order of the configuration', () => {
    const configured = {
      names: ['off', 'docs', 'odd'],
      refused: [{ name: 'odd', error: new Error('no command, token=abc') }],
    };
    expect(statusOfAll([connected('docs')], configured)).toEqual([
      { name: 'off', state: 'disabled', tools: 0 },
      { name: 'docs', transport: 'stdio', state: 'connected', tools: 1 },
      { name: 'odd', state: 'failed', tools: 0, reason: 'no command, [REDACTED]' },
    ]);
  });

  it('tells of what is watched over, whatever is configured', () => {
    expect(statusOfAll([connected('docs')]).map(({ name }) => name)).toEqual(['docs']);
  });
});

describe('transportOf', () => {
  it('names the transport', () => {
    expect(transportOf({ transport: { kind: 'stdio', command: 'a', args: [], env: {} } })).toBe('stdio');
    expect(transportOf({ transport: http })).toBe('http');
    expect(transportOf({ transport: { ...http, sse: true } })).toBe('sse');
  });
});
