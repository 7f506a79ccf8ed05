import type { VerifiedRecord } from '../../data/types/verified.ts';
import { compareText } from './compare-text.ts';
import { compareVersions } from './version.ts';

type Placed = Pick<VerifiedRecord, 'capability' | 'scenario' | 'config' | 'transport' | 'server' | 'clientVersion'>;

/**
 * The order of records in an overlay and on a card: by capability as `capabilities` lists them, then scenario, config
 * (`default` first), transport, server, and the newest version last.
 */
export function recordOrder(capabilities: string[]): (a: Placed, b: Placed) => number {
  const rank = new Map(capabilities.map((id, index) => [id, index]));
  const rankOf = (id: string): number => rank.get(id) ?? capabilities.length;
  return (a, b) =>
    rankOf(a.capability) - rankOf(b.capability) ||
    compareText(a.scenario, b.scenario) ||
    Number(b.config === 'default') - Number(a.config === 'default') ||
    compareText(a.config, b.config) ||
    compareText(a.transport, b.transport) ||
    compareText(a.server, b.server) ||
    compareVersions(a.clientVersion, b.clientVersion);
}
