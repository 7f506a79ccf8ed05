import type { Json } from '../../../scenarios/types.ts';
import { HarnessError } from '../../error.ts';
import { isObject, kindOf, member, string } from '../../json.ts';
import type { ModelRequest, RequestTool } from '../dialect.ts';
import { readHistory } from './history.ts';
import { readPath } from './path.ts';
import { each, field, type Placed } from './shape.ts';

/**
 * Reads the body of a request; the model, and whether it is to be streamed, stand in the path. Throws HarnessError
 * `input` when there are no contents.
 */
export function readRequest(body: Json, path: string): ModelRequest {
  const whole: Placed = { value: body, pointer: '' };
  const contents = field(whole, 'contents')?.value;
  if (contents === undefined || contents === null || typeof contents !== 'object') {
    const got = isObject(body) ? `${kindOf(contents)} (contents)` : kindOf(body);
    throw new HarnessError('input', `Expected an object with a list "contents", got ${got}.`);
  }
  const { model = '', method } = readPath(path) ?? {};
  return {
    model,
    stream: method === 'streamGenerateContent',
    wantsUsage: true,
    tools: each(whole, 'tools').flatMap((tool) => each(tool, 'functionDeclarations').flatMap(readTool)),
    ...readHistory(each(whole, 'contents')),
  };
}

function readTool(declared: Placed): RequestTool[] {
  const name = member(declared.value, 'name');
  if (typeof name !== 'string') return [];
  return [
    {
      name,
      description: string(member(declared.value, 'description')),
      pointer: declared.pointer,
      parameters: (field(declared, 'parametersJsonSchema') ?? field(declared, 'parameters'))?.value ?? null,
    },
  ];
}
