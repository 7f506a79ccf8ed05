import { findCanaries } from '../../../scenarios/canary.ts';
import type { Json, JsonObject, ModelCall, Scenario } from '../../../scenarios/types.ts';
import { scriptedTool } from '../../judge/testing/stored-run.ts';
import type { DialectId } from '../../model/dialect.ts';
import { dialects } from '../../model/dialects.ts';
import { startTalk } from '../../model/talk.ts';
import { WRITERS } from './writers.ts';

export interface TalkOptions {
  scenario: Scenario;
  dialect: DialectId;
  stream?: boolean;
  /** The text of the tool message for scripted call number `index`. */
  tell: (index: number, result: JsonObject | undefined) => string;
  /** What the client says for itself: every string of it is a third party's. */
  own?: OwnWords;
  /** What the client adds as a message of the user behind the last result. */
  also?: string[];
  /** A request that is no turn before the last one: a method, a path and a body. */
  aside?: { method: string; path: string; bytes: Buffer };
}

interface OwnWords {
  system: string;
  user: string;
  tool: { name: string; description: string; schema: JsonObject };
  /** Members of the body beside the talk. */
  more: JsonObject;
}

const PLAIN: OwnWords = {
  system: 'You have tools, and you use them.',
  user: 'Use your tools, please.',
  tool: { name: 'read_file', description: 'Reads a file.', schema: { type: 'object', properties: {} } },
  more: {},
};

/** The model.jsonl of a client that talks in a dialect with the mocked model itself, calls what it asks for, and tells it. */
export function storeTalk({
  scenario,
  dialect: id,
  stream = false,
  tell,
  own = PLAIN,
  also = [],
  aside,
}: TalkOptions): string {
  const dialect = dialects[id];
  const writer = WRITERS[id];
  let jsonl = '';
  const marks = Object.fromEntries(
    scenario.serve.pages.flat().flatMap(({ definition: { name, description } }) => {
      const [mark] = findCanaries(description);
      return mark === undefined ? [] : [[name, mark.token]];
    }),
  );
  const talk = startTalk({ key: 'a-run', dialect, script: scenario.script, tap: (line) => (jsonl += line), marks });
  const tools = scenario.serve.pages.flat().map(({ definition: { name, description, inputSchema } }) => ({
    name: `probe__${name}`,
    description,
    schema: inputSchema,
  }));
  const history: Json[] = [writer.user(own.user)];
  for (let index = 0; index <= scenario.script.length; index += 1) {
    const body = { ...writer.body(own.system, history, [own.tool, ...tools]), ...own.more, ...(stream && { stream }) };
    if (index === scenario.script.length && aside !== undefined) talk.hear(aside);
    const answer = talk.hear({ method: 'POST', path: writer.path(stream), bytes: Buffer.from(JSON.stringify(body)) });
    const [call] = dialect.readCalls(answer.body);
    if (call === undefined) break;
    const { answer: served } = scriptedTool(scenario, index);
    const said = tell(index, 'result' in served ? served.result : undefined);
    history.push(...writer.turn(call, said, index === scenario.script.length - 1 ? also : []));
  }
  return jsonl;
}

/** How a dialect's clients write a talk down. */
export interface Writer {
  path: (stream: boolean) => string;
  body: (system: string, history: Json[], tools: OwnWords['tool'][]) => JsonObject;
  user: (text: string) => Json;
  /** A call and its result, and texts of the user behind it. */
  turn: (call: ModelCall, said: string, also: string[]) => Json[];
}
