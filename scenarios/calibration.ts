import { canary } from './canary.ts';
import { toolScenario } from './define.ts';
import type { Scenario } from './types.ts';

/**
 * Shows what a client puts around every result. One call succeeds and one ends as an error result, both with plain
 * text between two tokens: what stands outside of the tokens is the client's own. It has no verdict and is not counted.
 */
export const calibration: Scenario = (() => {
  const token = (part: string): string => canary('cal', part, 'calibration');
  const result = { head: token('head'), tail: token('tail') };
  const error = { head: token('errorhead'), tail: token('errortail') };
  const text = ({ head, tail }: { head: string; tail: string }): string =>
    `${head} a plain sentence that is longer than any marker around it ${tail}`;
  return toolScenario({
    id: 'calibration',
    capability: 'tools.result',
    title: 'A plain text, then a plain error text: what does the client put around them?',
    tools: [
      { name: 'probe_calibration_text', answer: { result: { content: [{ type: 'text', text: text(result) }] } } },
      {
        name: 'probe_calibration_error',
        answer: { result: { content: [{ type: 'text', text: text(error) }], isError: true } },
      },
    ],
    judgement: { kind: 'calibration', result, error },
  });
})();
