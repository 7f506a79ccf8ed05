import type { JsonObject, Scenario, ServedAnswer, ServedTool, ServingPlan } from './types.ts';

/** A tool as a scenario writes it down; the definition's other members have defaults. */
export interface ToolInScenario {
  name: string;
  description?: string;
  /** Members added to the tool's definition. */
  definition?: JsonObject;
  answer: ServedAnswer;
}

/** What a scenario has to say for itself; the rest follows from defaults that hold for all of them. */
type ScenarioInput = Pick<Scenario, 'id' | 'capability' | 'title' | 'judgement'> &
  Partial<Pick<Scenario, 'eras' | 'transports' | 'serverEntry' | 'script' | 'launches' | 'log' | 'mayFail'>> & {
    /** The tools on one page, or pages of them. */
    tools: ToolInScenario[] | ToolInScenario[][];
    serve?: Partial<Pick<ServingPlan, 'behaviour' | 'capabilities' | 'revisions' | 'ttlMs'>>;
  };

/** A scenario on one server named `probe` whose tools are called once each, in order, with no arguments. */
export function toolScenario({ tools, serve, ...given }: ScenarioInput): Scenario {
  const pages = Array.isArray(tools[0]) ? (tools as ToolInScenario[][]) : [tools as ToolInScenario[]];
  return {
    eras: ['handshake', 'stateless'],
    transports: ['stdio', 'http'],
    serverEntry: {},
    script: pages.flat().map((tool) => ({ tool: tool.name, arguments: {} })),
    ...given,
    serve: {
      serverInfo: { name: 'probe-fixture', title: 'Probe fixture', version: '1' },
      name: 'probe',
      pages: pages.map((page) => page.map(served)),
      httpAnswer: 'json',
      ...serve,
    },
  };
}

/** A tool as the fixture serves it. */
export function served({ name, description, definition, answer }: ToolInScenario): ServedTool {
  return {
    definition: {
      name,
      description: description ?? `Returns the fixed result of ${name.replaceAll('_', ' ')}.`,
      inputSchema: { type: 'object', properties: {} },
      ...definition,
    },
    answer,
  };
}
