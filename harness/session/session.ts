import type { Scenario } from '../../scenarios/types.ts';
import type { Cell } from '../plan/matrix.ts';
import type { Run } from '../plan/run.ts';
import { orderParts, type Part } from './parts.ts';

/** All scenarios of one cell, served at once and called one after the other in one conversation. */
export interface Session {
  /** Names the session as a run is named. */
  run: Run;
  /** What is served and called, in the form of a scenario; it has no verdict of its own. */
  scenario: Scenario;
  parts: Part[];
}

/**
 * Whether a scenario can share a session: it is judged by fields that carry its own tokens, and asks for nothing in the
 * client's configuration. A behaviour check looks at all of the traffic, which in a session is not the scenario's alone.
 */
export function canShare({ judgement, serverEntry }: Scenario): boolean {
  return judgement.kind === 'fields' && Object.keys(serverEntry).length === 0;
}

/** Makes one scenario out of those of a cell that {@link canShare}. */
export function makeSession({ calibration, runs }: Cell): Session {
  const parts = orderParts(
    calibration.scenario,
    runs.map(({ scenario }) => scenario),
  );
  const played = parts.flatMap(({ scenario }) => scenario ?? []);
  return {
    run: { ...calibration.run, scenario: 'session' },
    scenario: {
      ...calibration.scenario,
      id: 'session',
      title: 'Every scenario of a config and a transport in one conversation.',
      serve: { ...calibration.scenario.serve, pages: [played.flatMap(({ serve }) => serve.pages.flat())] },
      script: parts.flatMap(({ calls }) => calls),
    },
    parts,
  };
}
