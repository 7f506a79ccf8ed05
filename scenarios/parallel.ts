import { placeOf, told } from './ask/model.ts';
import { notAsked, when } from './ask/outcome.ts';
import { answerArrives, markedTool, must } from './ask/tool.ts';
import { toolScenario } from './define.ts';
import type { CheckOutcome, Evidence, ModelExchange, Scenario } from './types.ts';

const ID = 'tools.parallel';
const slow = markedTool(ID, { name: 'probe_parallel_slow', part: 'slow', about: 'Answers after a while.' });
const quick = markedTool(ID, { name: 'probe_parallel_quick', part: 'quick', about: 'Answers at once.' });

/** Two calls in one turn of the model, the first of which takes longer, to a server that may be asked both at once. */
export const parallel: Scenario = toolScenario({
  id: ID,
  capability: 'tools',
  title: 'The model asks for two calls in one turn; the first takes longer than the second.',
  tools: [slow.served, quick.served],
  serverEntry: { supports_parallel_tool_calls: true },
  script: [
    { tool: slow.name, arguments: {} },
    { tool: quick.name, arguments: {}, together: true },
  ],
  serve: {
    behaviour: { rules: [{ on: { method: 'tools/call', tool: slow.name }, do: [{ wait: 300 }, { answer: {} }] }] },
  },
  judgement: {
    kind: 'behaviour',
    checks: [
      must('answersTheFirst', 'the answer of the first call reaches the model', (it) => answered(it, slow)),
      must('answersTheSecond', 'the answer of the second call reaches the model', (it) => answered(it, quick)),
      must('keepsTheOrder', 'the results stand in the order of the calls, in one request', keepsTheOrder),
    ],
  },
});

/** The turn with the two calls; a client behind a bridge is asked for one call a turn. */
function together({ model }: Evidence): ModelExchange | undefined {
  return model.find(({ calls }) => calls.length > 1);
}

function answered(evidence: Evidence, tool: typeof slow): CheckOutcome {
  if (together(evidence) === undefined) return notAsked('the model did not ask for two calls in one turn');
  return answerArrives(evidence, tool);
}

function keepsTheOrder(evidence: Evidence): CheckOutcome {
  const turn = together(evidence);
  if (turn === undefined) return notAsked('the model did not ask for two calls in one turn');
  const [first] = told(evidence, slow.answer);
  const [second] = told(evidence, quick.answer);
  if (first === undefined || second === undefined || first.line !== second.line) return when(false);
  const { results } = first.request;
  const place = (token: string): number =>
    results.findIndex(({ texts }) => texts.some(({ text }) => text.includes(token)));
  return when(place(slow.answer) < place(quick.answer), [first, second].map(placeOf));
}
