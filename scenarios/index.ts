import { calibration } from './calibration.ts';
import { lazyStart } from './lazy-start.ts';
import { listChanged } from './list-changed.ts';
import { logging } from './logging.ts';
import { nonMcpEndpoint } from './non-mcp-endpoint.ts';
import { parallel } from './parallel.ts';
import { stdioDeath } from './recovery/death.ts';
import { sessionRecovery } from './recovery/session.ts';
import { contentScenarios } from './result/content.ts';
import { metaScenarios } from './result/meta.ts';
import { outputSchemaScenarios } from './result/output-schema.ts';
import { structuredContentScenarios } from './result/structured-content.ts';
import { surroundingsScenarios } from './result/surroundings.ts';
import { tools } from './tools.ts';
import { fallbackScenarios } from './transports/fallback.ts';
import { resume } from './transports/resume.ts';
import { sse } from './transports/sse.ts';
import { stdio } from './transports/stdio.ts';
import { streamableHttp } from './transports/streamable-http.ts';
import type { Scenario } from './types.ts';
import { versionScenarios } from './versions.ts';

/** The 17 scenarios of the standard matrix: what becomes of each field of a tool's result. */
export const resultScenarios: Scenario[] = [
  ...metaScenarios,
  ...contentScenarios,
  ...structuredContentScenarios,
  ...surroundingsScenarios,
  ...outputSchemaScenarios,
].sort((a, b) => (a.id < b.id ? -1 : 1));

/** How a client connects, stays connected and uses what a server tells it: beyond the standard matrix. */
const connectionScenarios: Scenario[] = [
  stdio,
  streamableHttp,
  resume,
  sse,
  parallel,
  listChanged,
  logging,
  sessionRecovery,
  stdioDeath,
  nonMcpEndpoint,
  lazyStart,
  ...versionScenarios,
  ...fallbackScenarios,
];

/** Every scenario that has a verdict. */
export const scenarios: Scenario[] = [...resultScenarios, tools, ...connectionScenarios];

export { calibration };
