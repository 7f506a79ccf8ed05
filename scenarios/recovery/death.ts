import { notAsked, when } from '../ask/outcome.ts';
import { answerArrives, markedTool, may, must } from '../ask/tool.ts';
import { at, callsOf } from '../ask/wire.ts';
import { toolScenario } from '../define.ts';
import type { CheckOutcome, Evidence, Scenario } from '../types.ts';
import { sentOnce, tellsOfTheUncertain } from './uncertain.ts';

const ID = 'bonusFeatures.sessionRecovery.stdio_death';
const deadly = markedTool(ID, { name: 'probe_dies_of_it', part: 'deadly', about: 'Changes something and ends.' });
const after = markedTool(ID, { name: 'probe_alive_again', part: 'after', about: 'Answers at once.' });

/** A server process that ends in the middle of a call, after it has carried it out. */
export const stdioDeath: Scenario = toolScenario({
  id: ID,
  capability: 'bonusFeatures.sessionRecovery',
  title: 'The server process ends in the middle of a call that it has carried out.',
  transports: ['stdio'],
  tools: [deadly.served, after.served],
  serve: {
    behaviour: {
      counts: 'run',
      rules: [{ on: { method: 'tools/call', tool: deadly.name, to: 1 }, do: [{ execute: true }, { exit: 1 }] }],
    },
  },
  mayFail: true,
  judgement: {
    kind: 'behaviour',
    checks: [
      // A client that recovers nothing does not repeat the call either.
      may('callsOnce', 'the call is not sent again', (it) => sentOnce(it, deadly)),
      must('tellsOfTheUncertain', 'the model is told that the outcome is not known', (it) =>
        tellsOfTheUncertain(it, deadly),
      ),
      must('startsAgain', 'the server is started again', startsAgain),
      must('goesOn', 'a later call is answered', goesOn),
    ],
  },
});

function startsAgain(evidence: Evidence): CheckOutcome {
  const [call] = callsOf(evidence, deadly.name);
  if (call === undefined) return notAsked(`${deadly.name} was never called`);
  const next = evidence.wire.find(({ line, process }) => line > call.frame.line && process !== call.frame.process);
  return when(next !== undefined, next === undefined ? [] : [at(next)]);
}

/** A client whose server is gone may not send the call at all. */
function goesOn(evidence: Evidence): CheckOutcome {
  if (callsOf(evidence, deadly.name).length === 0) return notAsked(`${deadly.name} was never called`);
  if (callsOf(evidence, after.name).length === 0) return when(false);
  return answerArrives(evidence, after);
}
