import { expect, it } from 'vitest';
import type { Driver } from '../../data/types/driver.ts';
import { resultScenarios, scenarios } from '../../scenarios/index.ts';
import type { Selection } from '../plan/matrix.ts';
import type { Place } from '../plan/run.ts';
import { asksFor } from './asked.ts';

const driver = {
  configs: { default: {}, plain: {} },
  transports: ['stdio', 'http'],
  matrix: [
    { config: 'default', transport: 'http' },
    { config: 'default', transport: 'stdio' },
    { config: 'plain', transport: 'stdio' },
  ],
} satisfies Pick<Driver, 'configs' | 'matrix' | 'transports'>;

function asks(selection: Partial<Selection>, place: Partial<Place>): boolean {
  const asked = asksFor({ driver, known: { scenarios, standard: resultScenarios } }, { server: 'both', ...selection });
  return asked({ config: 'default', server: 'both', transport: 'stdio', scenario: 'tools.result.mirror', ...place });
}

it.each<[Partial<Selection>, Partial<Place>]>([
  [{}, {}],
  [{ config: 'default' }, { transport: 'http' }],
  [{ scenario: 'mirror' }, {}],
  [{ scenario: '*' }, { scenario: 'tools' }],
  [
    { config: 'plain', transport: 'http' },
    { config: 'plain', transport: 'http' },
  ],
  // What no longer exists.
  [{}, { scenario: 'tools.result.gone' }],
  [{ scenario: 'tools.result.*' }, { scenario: 'tools.result.gone' }],
  [{}, { config: 'gone' }],
  [{}, { transport: 'sse' }],
])('%j asks for %j', (selection, place) => {
  expect(asks(selection, place)).toBe(true);
});

it.each<[Partial<Selection>, Partial<Place>]>([
  [{ config: 'plain' }, {}],
  [{ transport: 'http' }, {}],
  [{ scenario: 'large' }, {}],
  [{ server: 'stateless' }, {}],
  [{}, { server: 'stateless' }],
  [{ config: 'plain' }, { config: 'gone' }],
  // What is run only when it is named.
  [{}, { scenario: 'tools' }],
  [{}, { config: 'plain', transport: 'http' }],
  [{ config: 'plain' }, { config: 'plain', transport: 'http' }],
])('%j does not ask for %j', (selection, place) => {
  expect(asks(selection, place)).toBe(false);
});
