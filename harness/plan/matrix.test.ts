import { describe, expect, it } from 'vitest';
import type { Driver } from '../../data/types/driver.ts';
import { calibration, resultScenarios, scenarios } from '../../scenarios/index.ts';
import type { Scenario } from '../../scenarios/types.ts';
import { planRuns, type Selection } from './matrix.ts';

const driver = {
  client: 'some-client',
  transports: ['stdio', 'http'],
  configs: { default: {}, plain: {} },
  matrix: [
    { config: 'default', transport: 'http' },
    { config: 'default', transport: 'stdio' },
    { config: 'plain', transport: 'stdio' },
  ],
} as unknown as Driver;

const known = { scenarios, standard: resultScenarios, calibration };

function cells(selection: Partial<Selection>, given: typeof known = known): string[] {
  const plan = planRuns(driver, '1.0.0', given, { server: 'both', ...selection });
  return plan.cells.map(({ config, transport, runs }) => `${config}/${transport} ${runs.length}`);
}

describe('a plan', () => {
  it('is the standard matrix when nothing is chosen', () => {
    expect(cells({})).toEqual(['default/http 17', 'default/stdio 17', 'plain/stdio 17']);
  });

  it('keeps to the cells of the matrix that a config or a transport leaves', () => {
    expect(cells({ config: 'default' })).toEqual(['default/http 17', 'default/stdio 17']);
    expect(cells({ transport: 'stdio' })).toEqual(['default/stdio 17', 'plain/stdio 17']);
  });

  it('goes beyond the matrix when config and transport are both named', () => {
    expect(cells({ config: 'plain', transport: 'http' })).toEqual(['plain/http 17']);
  });

  it('chooses scenarios by id, by short name and by pattern, from all of them', () => {
    expect(cells({ scenario: 'tools', config: 'plain' })).toEqual(['plain/stdio 1']);
    expect(cells({ scenario: 'mirror', config: 'plain' })).toEqual(['plain/stdio 1']);
    expect(cells({ scenario: 'tools.result.sc_*', config: 'plain' })).toEqual(['plain/stdio 3']);
    const overStdio = scenarios.filter(({ transports }) => transports.includes('stdio'));
    expect(cells({ scenario: '*', config: 'plain' })).toEqual([`plain/stdio ${overStdio.length}`]);
  });

  it('adds a transport that no cell has in the config default, where a pattern asks for scenarios', () => {
    const more: Driver = { ...driver, transports: ['stdio', 'http', 'sse'] };
    const planned = (selection: Partial<Selection>): string[] =>
      planRuns(more, '1', known, { server: 'both', ...selection }).cells.map(
        ({ config, transport }) => `${config}/${transport}`,
      );
    expect(planned({ scenario: 'transports.sse' })).toEqual(['default/sse']);
    expect(planned({ scenario: 'transports.sse', transport: 'sse' })).toEqual(['default/sse']);
    expect(planned({ scenario: '*' })).toEqual(['default/http', 'default/stdio', 'plain/stdio', 'default/sse']);
    expect(planned({ scenario: '*', config: 'plain' })).toEqual(['plain/stdio']);
    expect(planned({})).toEqual(['default/http', 'default/stdio', 'plain/stdio']);
  });

  it('leaves out what cannot exist and says so', () => {
    const handshakeOnly: Scenario = { ...calibration, id: 'old', eras: ['handshake'], transports: ['http'] };
    const plan = planRuns(driver, '1', { ...known, standard: [handshakeOnly] }, { server: 'both' });
    expect(plan.cells.map(({ config, transport }) => `${config}/${transport}`)).toEqual(['default/http']);
    expect(plan.notApplicable.map(({ config, transport }) => `${config}/${transport}`)).toEqual([
      'default/stdio',
      'plain/stdio',
    ]);
    expect(() => cells({ server: 'stateless' }, { ...known, standard: [handshakeOnly] })).toThrow(
      'Expected a run that can exist; old cannot over http with --server stateless.',
    );
  });

  it('sets apart what the client cannot do by the words of its driver', () => {
    const given = { ...driver, unsupported: [{ transport: 'http', scenario: '*_null', reason: 'no HTTP' }] } as Driver;
    const plan = planRuns(given, '1', known, { server: 'both', config: 'default' });
    expect(plan.cells.map(({ runs }) => runs.length)).toEqual([16, 17]);
    expect(plan.unsupported.map(({ run, reason }) => [run.transport, run.scenario, reason])).toEqual([
      ['http', 'tools.result.sc_null', 'no HTTP'],
    ]);
    const nothing = { ...driver, unsupported: [{ reason: 'no MCP' }] } as Driver;
    expect(planRuns(nothing, '1', known, { server: 'both' })).toMatchObject({ cells: [], notApplicable: [] });
  });

  it('answers at once to a pattern of nothing but stars', () => {
    expect(() => cells({ scenario: `${'*'.repeat(200)}!` })).toThrow(/^Expected --scenario/);
  });

  it.each([
    [{ config: 'constructor' }, 'Expected --config to be a config of some-client, got "constructor".'],
    [{ config: 'other' }, 'Expected --config to be a config of some-client, got "other". Known: default, plain.'],
    [{ transport: 'sse' }, 'Expected --transport to be a transport of some-client, got "sse". Known: stdio, http.'],
  ] as const)('refuses %o', (selection, message) => {
    expect(() => cells(selection)).toThrow(message);
  });

  it('names the known scenarios when none fits', () => {
    expect(() => cells({ scenario: 'mirrors' })).toThrow(
      /^Expected --scenario to be a scenario or a pattern with \*, got "mirrors"\. Known: tools\.result\.app_only, /,
    );
  });
});
