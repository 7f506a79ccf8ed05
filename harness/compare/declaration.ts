import { scenarios } from '../../scenarios/index.ts';

/** What a comparison needs to know of a scenario. */
export interface Declaration {
  /** The server's name of the tool that is called first. */
  tool: string | undefined;
  /** The fields that its result carries; none where nothing is asked about a result. */
  fields: string[];
  /** What a check asks, by its id. */
  checks: Map<string, string>;
}

const declarations = new Map<string, Declaration>(
  scenarios.map(({ id, script, judgement }) => [
    id,
    {
      tool: script[0]?.tool,
      fields: judgement.kind === 'fields' ? judgement.fields.map(({ field }) => field) : [],
      checks: new Map(judgement.kind === 'calibration' ? [] : judgement.checks.map((check) => [check.id, check.text])),
    },
  ]),
);

/** The scenario as it is declared today; `undefined` for one that is no more. */
export function declarationOf(scenario: string): Declaration | undefined {
  return declarations.get(scenario);
}
