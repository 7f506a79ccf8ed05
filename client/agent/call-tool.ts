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
 * @param home where images, audio and documents of a result are kept
 */
export function createToolCaller(
  connection: Connection,
  { breaker, home, log }: { breaker: Breaker; home: string; log: Log },
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
      return renderFailure(error);
    }
  };
}
