import type { Place } from '../../harness/compare/compare.ts';
import { groupBy } from '../../harness/group-by.ts';
import { runOf, shortName } from '../evidence/names.ts';

/** Says of some places where they are, in few lines. */
export type Where = (places: Place[]) => string[];

/**
 * The words for some of `all` places: `all 85 runs`; `every scenario: default/stdio` where all of a config and transport are
 * among them; and of the others `large: all 5 runs`, `large: both runs` or `mirror, sc_null: legacy/stdio`. Each client has lines of its own
 * where several are compared.
 */
export function whereOf(all: Place[]): Where {
  const known = new Map([...groupBy(all, clientOf)].map(([client, places]) => [client, knownOf(places)]));
  return (places) =>
    [...groupBy(places, clientOf)].flatMap(([client, mine]) => {
      const lines = linesOf(mine, known.get(client) ?? knownOf(mine));
      return client === '' ? lines : lines.map((line) => `${client}: ${line}`);
    });
}

/** How many places there are, in all, by scenario, and by config and transport. */
interface Known {
  total: number;
  scenarios: Map<string, number>;
  cells: Map<string, number>;
}

function knownOf(places: Place[]): Known {
  return { total: places.length, scenarios: counted(places, scenarioOf), cells: counted(places, cellOf) };
}

function linesOf(places: Place[], { total, scenarios, cells }: Known): string[] {
  if (places.length === total && total > 1) return [allOf(total)];
  const whole = [...counted(places, cellOf)]
    .filter(([cell, count]) => count > 1 && count === cells.get(cell))
    .map(([cell]) => cell);
  const rest = places.filter((place) => !whole.includes(cellOf(place)));
  const groups = groupBy([...groupBy(rest, scenarioOf)], ([scenario, mine]) =>
    mine.length > 1 && mine.length === scenarios.get(scenario)
      ? allOf(mine.length)
      : mine.map(cellOf).sort().join(', '),
  );
  return [
    ...(whole.length === 0 ? [] : [`every scenario: ${whole.sort().join(', ')}`]),
    ...[...groups].map(([where, group]) => `${group.map(([scenario]) => shortName(scenario)).join(', ')}: ${where}`),
  ];
}

const allOf = (count: number): string => (count === 2 ? 'both runs' : `all ${count} runs`);

function counted(places: Place[], keyOf: (place: Place) => string): Map<string, number> {
  return new Map([...groupBy(places, keyOf)].map(([key, group]) => [key, group.length]));
}

const clientOf = ({ client }: Place): string => client ?? '';
const scenarioOf = ({ scenario }: Place): string => scenario;
const cellOf = ({ config, server, transport }: Place): string => `${config}/${runOf({ server, transport })}`;
