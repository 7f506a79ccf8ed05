import type { Evidence, Json, ModelExchange, Place } from '../types.ts';

/** Where the model was told a token: in results of calls, and where there is none in any request that holds it. */
export function told({ model }: Evidence, token: string): (Place & { callId: string; request: ModelExchange })[] {
  return model.flatMap((request) => {
    const found = request.results.flatMap(({ callId, texts }) =>
      texts
        .filter(({ text }) => text.includes(token))
        .map(({ pointer, text }) => ({ line: request.line, pointer, offset: text.indexOf(token), callId, request })),
    );
    if (found.length > 0 || !holds(request.body, token)) return found;
    return [{ line: request.line, pointer: '', offset: 0, callId: '', request }];
  });
}

/** Where a request shows a tool by the mark in its description: in the list of its tools, or behind a bridge in a text. */
export function shown(request: ModelExchange, mark: string): Place[] {
  const listed = request.tools.filter(({ description }) => description.includes(mark));
  if (listed.length > 0)
    return listed.map(({ pointer, description }) => ({
      line: request.line,
      pointer: `${pointer}/description`,
      offset: description.indexOf(mark),
    }));
  return holds(request.body, mark) ? [{ line: request.line, pointer: '', offset: 0 }] : [];
}

/** The place alone. */
export function placeOf({ line, pointer, offset }: Place): Place {
  return { line, pointer, offset };
}

function holds(body: Json | undefined, token: string): boolean {
  return JSON.stringify(body ?? null).includes(token);
}
