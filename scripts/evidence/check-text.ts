import { scenarios } from '../../scenarios/index.ts';

/** The text of a scenario's check, for people. */
export type CheckText = (scenario: string, check: string) => string;

/** The texts that the scenarios declare; a check of a scenario that is no more is called by its id. */
export const checkText: CheckText = (scenario, check) => {
  const judgement = scenarios.find(({ id }) => id === scenario)?.judgement;
  const checks = judgement === undefined || judgement.kind === 'calibration' ? [] : judgement.checks;
  return checks.find(({ id }) => id === check)?.text ?? check;
};
