import type { ModelExchange } from '../../scenarios/types.ts';
import { member, pointerStep } from '../json.ts';
import { walkStrings } from '../judge/search/walk.ts';
import { type Ours, toldOtherwise } from './ours.ts';
import type { Kept } from './reduce-value.ts';

/** What stays whole of each request, in their order: the messages that carry results of our calls. */
export function findKept(exchanges: ModelExchange[], { callIds }: Ours): Kept[] {
  const pointers = exchanges.map(
    ({ body, results }) =>
      new Set(results.filter(({ callId }) => callIds.has(callId)).map(({ pointer }) => messageAround(pointer, body))),
  );
  const texts = new Set([
    ...toldOtherwise(exchanges),
    ...exchanges.flatMap(({ body }, index) =>
      walkStrings(body)
        .filter(({ pointer }) => isInside(pointer, pointers[index] ?? new Set()))
        .map(({ text }) => text),
    ),
  ]);
  return pointers.map((each) => ({ pointers: each, texts }));
}

/** The item of the talk's list that a result stands in; some clients send one item and no list. */
function messageAround(pointer: string, body: ModelExchange['body']): string {
  const [list = '', index] = pointer.split('/').slice(1);
  const inList = index !== undefined && Array.isArray(member(body, list));
  return pointerStep(list) + (inList ? pointerStep(index) : '');
}

function isInside(pointer: string, messages: ReadonlySet<string>): boolean {
  const [list = '', index = ''] = pointer.split('/').slice(1);
  return messages.has(`/${list}`) || messages.has(`/${list}/${index}`);
}
