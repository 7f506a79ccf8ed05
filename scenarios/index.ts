import { calibration } from './calibration.ts';
import { contentScenarios } from './result/content.ts';
import { metaScenarios } from './result/meta.ts';
import { outputSchemaScenarios } from './result/output-schema.ts';
import { structuredContentScenarios } from './result/structured-content.ts';
import { surroundingsScenarios } from './result/surroundings.ts';
import { tools } from './tools.ts';
import type { Scenario } from './types.ts';

/** The 17 scenarios of the standard matrix: what becomes of each field of a tool's result. */
export const resultScenarios: Scenario[] = [
  ...metaScenarios,
  ...contentScenarios,
  ...structuredContentScenarios,
  ...surroundingsScenarios,
  ...outputSchemaScenarios,
].sort((a, b) => (a.id < b.id ? -1 : 1));

/** Every scenario that has a verdict. */
export const scenarios: Scenario[] = [...resultScenarios, tools];

export { calibration };
