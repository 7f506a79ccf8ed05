import type { Log } from '../home/log.ts';
import { renderError, renderFailure } from '../results/failure.ts';
import { checkOutputSchema } from '../results/output-schema/check.ts';
import { renderResult } from '../results/render.ts';
import { validateCallResult } from '../results/validate/call-result.ts';
import type { Connection, JsonObject, ListedTool } from '../types.ts';
import type { Breaker } from './breaker.ts';

/**
 * Makes the function that calls a tool of one server and gives the text for the model: the breaker is asked first, then
 * the raw result is validated as its revision demands, held against the tool's outputSchema, and rendered. Every failure
 * becomes text too, so the function never throws.
 *
 * @param options `home`: where images, audio and documents of a result are kept; `hide`: takes the secrets of the entry
 *   out of a text
 */
export function createToolCaller(
  connection: Connection,
  { breaker, home, hide, log }: { breaker: Breaker; home: string; hide: (text: string) => string; log: Log },
): (tool: ListedTool, args: JsonObject) => Promise<string> {
  return async (tool, args) => {
    const refusal = breaker.refusal();
    if (refusal !== undefined) return renderError(refusal);
    try {
      const result = validateCallResult(await connection.callTool(tool.name, args), connection.revision);
      await checkOutputSchema(tool, result);
      const outcome = result.isError === true ? 'error result' : 'ok';
      breaker.record(outcome);
      log('info', `${connection.server}: call of ${tool.name}: ${outcome}`);
      return renderResult(result, { home });
    } catch (error) {
      breaker.record('failure');
      log('info', `${connection.server}: call of ${tool.name}: failure`);
      // What is wrong with a result is told in words of the server's, which may repeat a secret that it was given.
      if (error instanceof Error) error.message = hide(error.message);
      return renderFailure(error);
    }
  };
}
