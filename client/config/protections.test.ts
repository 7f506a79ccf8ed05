import { describe, expect, it } from 'vitest';
import { refuseUnbuiltProtections } from './protections.ts';

const check = (entry: Record<string, unknown>) => () => refuseUnbuiltProtections(entry, 'mcp_servers.docs');

describe('an entry that asks for approvals', () => {
  it.each([{ trust: 'untrusted' }, { trust: 'Untrusted ' }, { trust: 'half' }, { trust: true }])(
    'is refused with %j',
    (entry) => {
      expect(check(entry)).toThrow(
        'Expected "trust" to be full: this client cannot ask for approvals yet, and will not call such a server without (mcp_servers.docs)',
      );
    },
  );

  it('is refused with a spend_limit', () => {
    expect(check({ spend_limit: 0 })).toThrow(/^Expected "spend_limit" to be absent: /);
  });

  it.each([{}, { trust: null }, { trust: ' Full' }, { spend_limit: null }])('is none with %j', (entry) => {
    expect(check(entry)).not.toThrow();
  });
});
