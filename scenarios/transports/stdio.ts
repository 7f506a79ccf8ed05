import { notAsked, when } from '../ask/outcome.ts';
import { answerArrives, markedTool, may, must } from '../ask/tool.ts';
import { at, callsOf, isObject, placesOf } from '../ask/wire.ts';
import { toolScenario } from '../define.ts';
import type { CheckOutcome, Evidence, Scenario } from '../types.ts';

const ID = 'transports.stdio';
const noisy = markedTool(ID, { name: 'probe_stdio_noisy', part: 'noisy', about: 'Answers after much noise.' });
const plain = markedTool(ID, { name: 'probe_stdio_plain', part: 'plain', about: 'Answers at once.' });

/** A server over the standard streams that also writes to stderr, which no client is to take for an error. */
export const stdio: Scenario = toolScenario({
  id: ID,
  capability: ID,
  title: 'A server that writes 500 lines to stderr before it answers the first of two calls.',
  transports: ['stdio'],
  tools: [noisy.served, plain.served],
  serve: {
    behaviour: {
      rules: [
        { on: { start: true }, do: [{ stderr: { lines: 3, text: 'The server starts.' } }] },
        {
          on: { method: 'tools/call', tool: noisy.name },
          do: [
            { stderr: { lines: 500, text: 'ERROR: this line stands on stderr and means nothing.' } },
            { answer: {} },
          ],
        },
      ],
    },
  },
  judgement: {
    kind: 'behaviour',
    checks: [
      must('sendsLines', 'every line that the client sends is a JSON-RPC message', sendsLines),
      must('bearsStderr', 'a call is answered while the server writes to stderr', (it) => answerArrives(it, noisy)),
      must('callsTheTool', 'a further call is answered', (it) => answerArrives(it, plain)),
      may('keepsTheProcess', 'both calls go to one server process', keepsTheProcess),
    ],
  },
});

function sendsLines({ wire }: Evidence): CheckOutcome {
  const lines = wire.filter(({ dir }) => dir === 'c2s');
  if (lines.length === 0) return notAsked('the client sent its server nothing');
  const wrong = lines.filter(({ message }) =>
    [message].flat().some((each) => !isObject(each) || each['jsonrpc'] !== '2.0'),
  );
  return when(
    wrong.length === 0,
    wrong.map((frame) => at(frame)),
  );
}

function keepsTheProcess(evidence: Evidence): CheckOutcome {
  const calls = [noisy, plain].flatMap(({ name }) => callsOf(evidence, name));
  if (calls.length < 2) return notAsked('the two tools were not called');
  return when(new Set(calls.map(({ frame }) => frame.process)).size === 1, placesOf(calls));
}
