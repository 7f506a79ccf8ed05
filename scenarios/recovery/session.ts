import { handshakes } from '../ask/http-headers.ts';
import { notAsked, when } from '../ask/outcome.ts';
import { answerArrives, markedTool, may, must } from '../ask/tool.ts';
import { at, callsOf, placesOf } from '../ask/wire.ts';
import { toolScenario } from '../define.ts';
import { HANDSHAKE } from '../eras.ts';
import type { CheckOutcome, Evidence, Scenario } from '../types.ts';
import { sentOnce, tellsOfTheUncertain } from './uncertain.ts';

const ID = 'bonusFeatures.sessionRecovery';
const reading = markedTool(ID, {
  name: 'probe_reads_state',
  part: 'reading',
  about: 'Reads and changes nothing.',
  definition: { annotations: { readOnlyHint: true } },
});
const writing = markedTool(ID, {
  name: 'probe_writes_state',
  part: 'writing',
  about: 'Changes something.',
  definition: { annotations: { readOnlyHint: false, destructiveHint: true } },
});
const after = markedTool(ID, {
  name: 'probe_reads_after_all',
  part: 'after',
  about: 'Reads once more.',
  definition: { annotations: { readOnlyHint: true } },
});
const NOT_FOUND = { status: 404, rpc: { code: -32001, message: 'Session not found' } };

/** The session ends before a call that reads, and again before one that writes (2025-11-25 "Session Management": 404). */
export const sessionRecovery: Scenario = toolScenario({
  id: ID,
  capability: ID,
  title: 'The session ends before a call that only reads, and again before one that writes.',
  eras: ['handshake'],
  transports: ['http'],
  tools: [reading.served, writing.served, after.served],
  serve: {
    revisions: HANDSHAKE,
    behaviour: {
      rules: [reading, writing].map(({ name }) => ({
        on: { method: 'tools/call', tool: name, to: 1 },
        do: [{ expire: NOT_FOUND }, { answer: {} }],
      })),
    },
  },
  judgement: {
    kind: 'behaviour',
    checks: [
      must('opensANewSession', 'after each 404 a new session is opened', opensANewSession),
      must('repeatsTheRead', 'the call that reads is sent once more, and its answer arrives', repeatsTheRead),
      // A client that recovers nothing does not repeat a write either.
      may('writesOnce', 'the call that writes is not sent again', (it) => sentOnce(it, writing)),
      must('tellsOfTheUncertain', 'the model is told that the outcome of the write is not known', (it) =>
        tellsOfTheUncertain(it, writing),
      ),
      must('goesOn', 'a later call is answered in the new session', (it) => answerArrives(it, after)),
    ],
  },
});

/** How many of the two calls met a session that had ended. */
const lost = (evidence: Evidence) => [reading, writing].filter(({ name }) => callsOf(evidence, name).length > 0);

function opensANewSession(evidence: Evidence): CheckOutcome {
  if (lost(evidence).length < 2) return notAsked('the two tools were not both called');
  const [first] = callsOf(evidence, reading.name);
  const later = handshakes(evidence).filter(
    ({ request }) => first !== undefined && request.frame.line > first.frame.line,
  );
  const fresh = later.filter(({ request, session }) => {
    const named = request.frame.http?.headers['mcp-session-id'];
    return session !== undefined && named === undefined;
  });
  return when(
    fresh.length >= 2,
    fresh.map(({ request }) => at(request.frame, '/method')),
  );
}

function repeatsTheRead(evidence: Evidence): CheckOutcome {
  const calls = callsOf(evidence, reading.name);
  if (calls.length === 0) return notAsked(`${reading.name} was never called`);
  return when(calls.length === 2 && answerArrives(evidence, reading).outcome === 'met', placesOf(calls));
}
