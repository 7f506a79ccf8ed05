import { maskError } from '../connection/secrets.ts';
import type { Log } from '../home/log.ts';
import { OutcomeUncertainError, ServerDownError } from '../lifecycle/errors.ts';
import type { SupervisedServer } from '../lifecycle/types.ts';
import { renderError, renderFailure } from '../results/failure.ts';
import { toJson } from '../results/json.ts';
import { checkOutputSchema } from '../results/output-schema/check.ts';
import { renderResult } from '../results/render.ts';
import { validateCallResult } from '../results/validate/call-result.ts';
import { isReadOnly } from '../tools/read-only.ts';
import type { CallOptions, JsonObject, ListedTool } from '../types.ts';
import type { Breaker } from './breaker.ts';
import { noteProgress } from './progress.ts';

/** Calls a tool and gives the text for the model. Never throws. */
export type ToolCaller = (tool: ListedTool, args: JsonObject, options?: CallOptions) => Promise<string>;

export interface CallerContext {
  breaker: Breaker;
  /** Where images, audio and documents of a result are kept. */
  home: string;
  /** Takes the secrets of the entry out of a text. */
  hide: (text: string) => string;
  log: Log;
  /** The server is asked to tell how far a call is. */
  showProgress?: boolean;
}

/**
 * Makes the function that calls a tool of one server and gives the text for the model: the breaker is asked first, then
 * the raw result is validated as its revision demands, held against the tool's outputSchema, and rendered. Every failure
 * becomes text too, so the function never throws.
 */
export function createToolCaller(
  server: Pick<SupervisedServer, 'name' | 'call' | 'listed'>,
  { breaker, home, hide, log, showProgress = false }: CallerContext,
): ToolCaller {
  return async (tool, args, options = {}) => {
    const refusal = breaker.refusal();
    if (refusal !== undefined) return renderError(refusal);
    try {
      const answer = await server.call(tool.name, args, {
        ...(showProgress && { onProgress: noteProgress(server.name, tool.name, { hide, log }) }),
        ...options,
        readOnly: isReadOnly(tool),
      });
      const result = validateCallResult(answer.result, answer.revision);
      // What is kept of a lazy server has no outputSchema; this call may have started it.
      await checkOutputSchema(server.listed(tool.name) ?? tool, result);
      const outcome = result.isError === true ? 'error result' : 'ok';
      breaker.record(outcome);
      log('info', `${server.name}: call of ${hide(tool.name)}: ${outcome}`);
      return renderResult(result, { home });
    } catch (error) {
      // A person's wish to stop says nothing about the server.
      if (options.signal?.aborted !== true) breaker.record('failure');
      log('info', `${server.name}: call of ${hide(tool.name)}: failure`);
      // What is wrong with a result is told in words of the server's, which may repeat a secret that it was given.
      return render(maskError(error, hide));
    }
  };
}

function render(error: unknown): string {
  if (error instanceof ServerDownError) return renderError(error.message);
  if (!(error instanceof OutcomeUncertainError)) return renderFailure(error);
  return renderError(error.message, [
    ['outcome_uncertain', 'true'],
    ['server', toJson(error.server)],
  ]);
}
