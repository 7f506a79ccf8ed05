import { placeOf, shown, told } from './ask/model.ts';
import { notAsked, when } from './ask/outcome.ts';
import { markedTool, must } from './ask/tool.ts';
import { callsOf, placesOf } from './ask/wire.ts';
import { toolScenario } from './define.ts';
import type { CheckOutcome, Evidence, Scenario } from './types.ts';

const ID = 'bonusFeatures.lazyServerStart';
const tool = markedTool(ID, { name: 'probe_starts_late', part: 'tool', about: 'Answers at once.' });
const FIRST = 1;
const SECOND = 2;

/** The client is launched twice on one home: what it learnt in the first launch is to do until the first call. */
export const lazyStart: Scenario = toolScenario({
  id: ID,
  capability: ID,
  title: 'Two launches with a server that is to be started by its first call.',
  tools: [tool.served],
  serverEntry: { lazy: true },
  launches: [{}, {}],
  serve: { ttlMs: 3_600_000 },
  judgement: {
    kind: 'behaviour',
    checks: [
      must(
        'offersWithoutStart',
        'in the second launch the tool is offered before the server is asked anything',
        offers,
      ),
      must('startsOnCall', 'the call in the second launch starts the server, and its answer arrives', startsOnCall),
    ],
  },
});

/** The first launch must have shown the tool, or there was nothing to remember. */
function learnt({ model }: Evidence): boolean {
  return model.some((request) => request.launch === FIRST && shown(request, tool.mark).length > 0);
}

function offers(evidence: Evidence): CheckOutcome {
  if (!learnt(evidence)) return notAsked('the first launch did not offer the tool');
  const second = evidence.model.filter((request) => request.launch === SECOND && request.tools.length > 0);
  if (second.length === 0) return notAsked('the second launch asked its model for no turn');
  const places = second.filter(({ reached }) => reached === false).flatMap((request) => shown(request, tool.mark));
  return when(places.length > 0, places.slice(0, 1));
}

/** Where the server runs already, no call starts it. */
function startsOnCall(evidence: Evidence): CheckOutcome {
  const before = offers(evidence);
  if (before.outcome !== 'met') return before.outcome === 'not met' ? when(false) : before;
  const calls = callsOf(evidence, tool.name).filter(({ frame }) => frame.launch === SECOND);
  const answers = told(evidence, tool.answer).filter(({ request }) => request.launch === SECOND);
  return when(calls.length > 0 && answers.length > 0, [...placesOf(calls), ...answers.slice(0, 1).map(placeOf)]);
}
