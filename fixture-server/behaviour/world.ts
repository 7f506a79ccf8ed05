import type { Behaviour, Step } from '../../scenarios/behaviour.ts';
import type { ServingPlan } from '../../scenarios/types.ts';
import type { Peer } from '../eras/era.ts';
import { type Arrivals, countArrivals } from './arrivals.ts';
import type { Counts } from './counts.ts';
import type { Ledger } from './ledger.ts';
import { type Happening, readRules } from './rules.ts';
import { openSubscriptions, type Subscriptions } from './subscriptions.ts';

/** What a server with a behaviour remembers. */
export interface World {
  /** As it is served now. */
  plan: ServingPlan;
  behaviour: Behaviour;
  rule(what: Happening): Step[] | undefined;
  arrivals: Arrivals;
  ledger: Ledger;
  subscriptions: Subscriptions;
  /** The least log level that a peer of the handshake era asked for. */
  logLevels: WeakMap<Peer, string>;
}

export function openWorld(plan: ServingPlan, kept: { counts: Counts; ledger: Ledger }): World {
  const behaviour = plan.behaviour ?? {};
  return {
    plan,
    behaviour,
    rule: readRules(behaviour, kept.counts),
    arrivals: countArrivals(),
    ledger: kept.ledger,
    subscriptions: openSubscriptions(),
    logLevels: new WeakMap(),
  };
}

/** What the server declares. */
export function capabilitiesOf({ capabilities }: ServingPlan): NonNullable<ServingPlan['capabilities']> {
  return capabilities ?? { tools: {} };
}
