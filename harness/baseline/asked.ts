import type { Driver } from '../../data/types/driver.ts';
import type { Scenario } from '../../scenarios/types.ts';
import type { Selection } from '../plan/matrix.ts';
import { scenarioPattern } from '../plan/pattern.ts';
import type { Place } from '../plan/run.ts';

/** What a selection is made from. */
export interface Choice {
  driver: Pick<Driver, 'configs' | 'matrix' | 'transports'>;
  known: { scenarios: Scenario[]; standard: Scenario[] };
}

/**
 * Whether a selection asks for a place. What is run only when it is named in full (a scenario outside of the standard ones,
 * a config and transport outside of the matrix) is asked for only then; what no longer exists is asked for by everything
 * that does not name something else.
 */
export function asksFor({ driver, known }: Choice, selection: Selection): (place: Place) => boolean {
  const { config, transport, server, scenario } = selection;
  const fits = scenario === undefined ? isStandard(known) : scenarioPattern(scenario);
  const isNamed = config !== undefined && transport !== undefined;
  return (place) =>
    place.server === server &&
    (config ?? place.config) === place.config &&
    (transport ?? place.transport) === place.transport &&
    (isNamed || isUsual(driver, place)) &&
    fits(place.scenario);
}

function isStandard({ scenarios, standard }: Choice['known']): (id: string) => boolean {
  const unusual = new Set(scenarios.map(({ id }) => id));
  for (const { id } of standard) unusual.delete(id);
  return (id) => !unusual.has(id);
}

function isUsual({ configs, matrix, transports }: Choice['driver'], { config, transport }: Place): boolean {
  const exists = Object.hasOwn(configs, config) && transports.some((each) => each === transport);
  return !exists || matrix.some((cell) => cell.config === config && cell.transport === transport);
}
