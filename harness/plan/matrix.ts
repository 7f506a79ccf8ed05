import type { Driver } from '../../data/types/driver.ts';
import type { Scenario, ServerMode, Transport } from '../../scenarios/types.ts';
import { HarnessError } from '../error.ts';
import { scenarioPattern } from './pattern.ts';
import type { Run } from './run.ts';

/** What a user asked for; what is not given is the standard matrix. */
export interface Selection {
  config?: string;
  transport?: Transport;
  /** A scenario id, or a pattern with `*`. */
  scenario?: string;
  server: ServerMode;
}

export interface PlannedRun {
  run: Run;
  scenario: Scenario;
}

/** The runs of one cell share a config and a transport, and with them the calibration run. */
export interface Cell {
  config: string;
  transport: Transport;
  calibration: PlannedRun;
  runs: PlannedRun[];
}

export interface Plan {
  cells: Cell[];
  /** Runs that cannot exist: the scenario has no such transport, or none of the server's eras. */
  notApplicable: Run[];
  /** Runs that the client cannot do by its driver's own words. */
  unsupported: { run: Run; reason: string }[];
}

/**
 * Which runs a selection asks for. Without `scenario` these are the result scenarios; a pattern chooses among all.
 * Throws HarnessError `usage` for an unknown config, transport or scenario, naming the known ones, and when the selection
 * leaves nothing to run.
 */
export function planRuns(
  driver: Driver,
  version: string,
  known: { scenarios: Scenario[]; standard: Scenario[]; calibration: Scenario },
  selection: Selection,
): Plan {
  const chosen = chooseScenarios(known, selection.scenario);
  const notApplicable: Run[] = [];
  const unsupported: Plan['unsupported'] = [];
  const chosenCells = chooseCells(driver, selection);
  const cells = [...chosenCells, ...furtherCells(driver, selection, chosenCells)].map(({ config, transport }) => {
    const planned = (scenario: Scenario): PlannedRun => ({
      scenario,
      run: { client: driver.client, version, config, server: selection.server, transport, scenario: scenario.id },
    });
    const runs = chosen.map(planned).filter(({ scenario, run }) => {
      const exists = scenario.transports.includes(transport) && hasEra(scenario, run);
      if (!exists) notApplicable.push(run);
      const reason = exists ? unsupportedBy(driver, run) : undefined;
      if (reason !== undefined) unsupported.push({ run, reason });
      return exists && reason === undefined;
    });
    return { config, transport, calibration: planned(known.calibration), runs };
  });
  if (unsupported.length === 0 && cells.every(({ runs }) => runs.length === 0))
    throw nothingToRun(driver, notApplicable);
  return { cells: cells.filter(({ runs }) => runs.length > 0), notApplicable, unsupported };
}

/** A probe that runs nothing must not look like one that found nothing. */
function nothingToRun({ client, matrix }: Driver, notApplicable: Run[]): HarnessError {
  const [first] = notApplicable;
  if (first === undefined) {
    const cells = matrix.map(({ config, transport }) => `${config}/${transport}`).join(', ');
    return new HarnessError('usage', `Expected the selection to be in the matrix of ${client}: ${cells}.`);
  }
  const { scenario, transport, server } = first;
  return new HarnessError(
    'usage',
    `Expected a run that can exist; ${scenario} cannot over ${transport} with --server ${server}.`,
  );
}

function hasEra({ eras }: Scenario, { server, transport }: Run): boolean {
  // HTTP+SSE is of 2024-11-05: the stateless era does not have it.
  if (transport === 'sse') return eras.includes('handshake') && server !== 'stateless';
  return server === 'both' ? eras.length > 0 : eras.includes(server);
}

/** Why a client cannot do a run, by its driver's words. */
function unsupportedBy({ unsupported = [] }: Driver, run: Run): string | undefined {
  const among = ({ config, transport, server, scenario }: (typeof unsupported)[number]): boolean =>
    (config ?? run.config) === run.config &&
    (transport ?? run.transport) === run.transport &&
    (server ?? run.server) === run.server &&
    (scenario === undefined || scenarioPattern(scenario)(run.scenario));
  return unsupported.find(among)?.reason;
}

function chooseScenarios({ scenarios, standard }: { scenarios: Scenario[]; standard: Scenario[] }, pattern?: string) {
  if (pattern === undefined) return standard;
  const fits = scenarioPattern(pattern);
  const chosen = scenarios.filter(({ id }) => fits(id));
  if (chosen.length === 0)
    throw unknown(
      '--scenario',
      'a scenario or a pattern with *',
      pattern,
      scenarios.map(({ id }) => id),
    );
  return chosen;
}

function chooseCells(driver: Driver, { config, transport }: Selection): { config: string; transport: Transport }[] {
  if (config !== undefined && !Object.hasOwn(driver.configs, config))
    throw unknown('--config', `a config of ${driver.client}`, config, Object.keys(driver.configs));
  if (transport !== undefined && !driver.transports.some((each) => each === transport))
    throw unknown('--transport', `a transport of ${driver.client}`, transport, driver.transports);
  // A pair that was named in full need not be in the standard matrix.
  if (config !== undefined && transport !== undefined) return [{ config, transport }];
  const cells = driver.matrix.filter(
    (cell) => (config ?? cell.config) === cell.config && (transport ?? cell.transport) === cell.transport,
  );
  if (cells.length > 0) return cells;
  return config === undefined ? [] : driver.transports.map((each) => ({ config, transport: each }));
}

/**
 * Scenarios beyond the standard ones may be about a transport that no cell of the matrix has: these are run in the config
 * `default`, where a pattern asks for scenarios and nothing else was asked for.
 */
function furtherCells(
  { transports, configs }: Driver,
  { config = USUAL, transport, scenario }: Selection,
  cells: { transport: Transport }[],
): { config: string; transport: Transport }[] {
  if (scenario === undefined || config !== USUAL || !Object.hasOwn(configs, USUAL)) return [];
  return transports
    .filter((each) => each === (transport ?? each) && cells.every((cell) => cell.transport !== each))
    .map((each) => ({ config, transport: each }));
}

/** The client as it is without any setting. */
const USUAL = 'default';

function unknown(option: string, expected: string, got: string, known: string[]): HarnessError {
  return new HarnessError('usage', `Expected ${option} to be ${expected}, got "${got}". Known: ${known.join(', ')}.`);
}
