import { stamp } from '../../fixture-server/eras/stateless/stamp.ts';
import { findCanaries } from '../../scenarios/canary.ts';
import { servedTools } from '../../scenarios/served.ts';
import type { Json, JsonObject, ModelExchange, Scenario, ServedTool } from '../../scenarios/types.ts';
import { fillersOf, fillerToken } from '../capture/normalise.ts';
import { isObject, parseJson } from '../json.ts';
import { isMarked, isNameOf } from '../judge/offered.ts';
import { readToolMessage } from '../judge/tool-message.ts';
import { bridgeKind } from '../model/bridge/kind.ts';

/** What in a run's model.jsonl is this project's own: what the fixture serves, and what the mocked model said. */
export interface Ours {
  definitions: ServedTool['definition'][];
  tokens: string[];
  /** What the fixture serves as results, in both eras, with fillers as they are stored. */
  results: JsonObject[];
  /** Longer strings of what the fixture serves, which a client may quote inside of its own text. */
  phrases: string[];
  /** Ids of the calls that the mocked model made, and the client's names of what it called. */
  callIds: ReadonlySet<string>;
  callNames: ReadonlySet<string>;
  /** The client's names of the fixture's tools. */
  names: ReadonlySet<string>;
  /** The mocked model's answers, as they were sent. */
  answers: string[];
}

// A shorter phrase is anyone's: `object`, `string`.
const SHORTEST_PHRASE = 12;
// What a client may put around a description before the whole is a text of its own.
const LONGEST_ADDITION = 200;

/** Gathers what is ours in these exchanges of a run of `scenario`. */
export function readOurs(scenario: Scenario, exchanges: ModelExchange[], answers: string[]): Ours {
  const { serve, judgement } = scenario;
  const stored = withFillers(JSON.stringify(servedTools(serve)), scenario);
  const served = parseJson(stored) as unknown as ServedTool[];
  const results = served.flatMap(({ answer }) => ('result' in answer ? [answer.result] : []));
  const calls = exchanges.flatMap((exchange) => exchange.calls);
  return {
    definitions: served.map(({ definition }) => definition),
    tokens: [
      ...new Set([...findCanaries(stored), ...findCanaries(JSON.stringify(judgement))].map(({ token }) => token)),
    ],
    results: results.flatMap((result) => [result, stamp(result, serve.serverInfo)]),
    phrases: stringsOf(served as unknown as Json).filter((text) => text.length >= SHORTEST_PHRASE),
    callIds: new Set(calls.map(({ id }) => id).filter((id) => id !== '')),
    callNames: new Set(calls.map(({ name }) => name)),
    names: new Set([
      ...calls.map(({ target }) => target),
      ...exchanges.flatMap(({ tools }) => tools.map(({ name }) => name)),
    ]),
    answers,
  };
}

/** Whether a tool of a request is one of the fixture: by its name, or by its mark where hardly more is said than that. */
export function isOurTool(name: string, description: string, { definitions }: Ours): boolean {
  if (bridgeKind(name) !== undefined) return false;
  return definitions.some(
    (served) =>
      isNameOf(name, served.name) ||
      (isMarked(description, served) && description.length <= served.description.length + LONGEST_ADDITION),
  );
}

/**
 * Texts that the judge takes for the tool message where a client sends none under the id of the call (see
 * {@link readToolMessage}): they carry the result in another way.
 */
export function toldOtherwise(exchanges: ModelExchange[]): string[] {
  const requests = exchanges.filter(({ body }) => isObject(body));
  return requests.flatMap((exchange, index) => {
    const later = requests.slice(index + 1);
    const [next] = later;
    if (next === undefined) return [];
    return exchange.calls
      .filter(({ name }) => (bridgeKind(name) ?? 'call') === 'call')
      .filter(({ id }) => !later.some(({ results }) => results.some(({ callId }) => callId === id)))
      .flatMap((call) => readToolMessage({ exchange, call }, next).texts);
  });
}

function withFillers(text: string, scenario: Scenario): string {
  return fillersOf(scenario).reduce((kept, filler) => kept.replaceAll(filler, fillerToken(filler)), text);
}

function stringsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsOf) : [];
}
