import type { Json, ModelCall, ToolResultInRequest } from '../../../scenarios/types.ts';
import { isObject, member, string } from '../../json.ts';
import { readCall } from './call.ts';
import { callIds } from './call-ids.ts';
import { each, field, type Placed, textOf } from './shape.ts';
import { startTurns, type Turn } from './turns.ts';

type Text = ToolResultInRequest['texts'][number];

/**
 * The calls and results in the contents of a request. Some clients send a `functionResponse` for each text of a result, and
 * some put texts and pictures behind it, or in its place: these answer the call that it does, or the call before them. All
 * that answers a call is one result, at the pointer of its first part. A result whose call is not there keeps the id that
 * it was sent with.
 */
export function readHistory(contents: Placed[]): { calls: ModelCall[]; results: ToolResultInRequest[] } {
  const calls: ModelCall[] = [];
  const results: ToolResultInRequest[] = [];
  const turns = startTurns();
  const nextId = callIds();

  const tell = (turn: Turn | undefined, told: ToolResultInRequest): void => {
    const result = turn?.result ?? { ...told, callId: turn?.call.id ?? told.callId, texts: [] };
    for (const text of told.texts) result.texts.push(text);
    if (turn?.result === undefined) results.push(result);
    if (turn !== undefined) turn.result = result;
  };

  /** The calls that the model made since it was told something. */
  let asked: Turn[] = [];
  for (const content of contents) {
    const saidByModel = member(content.value, 'role') === 'model';
    const made: Turn[] = [];
    let answered: Turn | undefined;
    for (const part of each(content, 'parts')) {
      const turn: Turn | undefined = readCall(part, nextId);
      const response = field(part, 'functionResponse');
      if (turn !== undefined) {
        turns.add(turn);
        calls.push(turn.call);
        made.push(turn);
      } else if (response !== undefined) {
        answered = turns.find(string(member(response.value, 'id')), string(member(response.value, 'name')));
        tell(answered, readResponse(response));
      } else if (!saidByModel) {
        answered ??= asked.find(({ result }) => result === undefined);
        if (answered !== undefined) tell(answered, { callId: '', pointer: part.pointer, texts: textIn(part) });
      }
    }
    if (!saidByModel) asked = [];
    for (const turn of made) asked.push(turn);
  }
  return { calls, results };
}

/**
 * A response that is no string is one text, its JSON: which member holds the words tells an error from a result. The API asks
 * for an object, so that one without members is how clients say nothing.
 */
function readResponse(part: Placed): ToolResultInRequest {
  const response = field(part, 'response');
  const given = response === undefined || isEmpty(response.value) ? [] : [response];
  return {
    callId: string(member(part.value, 'id')),
    pointer: response?.pointer ?? part.pointer,
    texts: [
      ...given.map(({ value, pointer }) => ({ pointer, text: textOf(value) })),
      ...each(part, 'parts').flatMap(textIn),
    ],
  };
}

function isEmpty(value: Json): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

function textIn(part: Placed): Text[] {
  const text = field(part, 'text');
  return typeof text?.value === 'string' ? [{ pointer: text.pointer, text: text.value }] : [];
}
