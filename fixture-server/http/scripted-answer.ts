import type { HttpAnswer } from '../../scenarios/behaviour.ts';
import type { HttpReply } from '../eras/era.ts';
import type { RequestId } from '../rpc.ts';

/** What the placeholders of an {@link HttpAnswer} stand for. */
export interface Places {
  here: string;
  elsewhere: string;
}

/** An answer of HTTP's own as a reply; `id` is that of the request, if it is one. */
export function scriptedAnswer(answer: HttpAnswer, id: RequestId | undefined, places: Places): HttpReply {
  const { status, headers = {}, rpc, text } = answer;
  const fill = (value: string): string =>
    value.replaceAll('{{here}}', places.here).replaceAll('{{elsewhere}}', places.elsewhere);
  const frame =
    rpc === undefined
      ? text === undefined
        ? undefined
        : fill(text)
      : JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: rpc });
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
    ...(frame !== undefined && { frame }),
  };
}
