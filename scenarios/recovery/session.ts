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
/** The check that a client has to meet to come to the others. */
const NEW = 'opensANewSession';
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
  mayFail: true,
  judgement: {
    kind: 'behaviour',
    checks: [
      must(NEW, 'after each 404 a new session is opened', opensANewSession),
      must('repeatsTheRead', 'the call that reads is sent once more, and its answer arrives', repeatsTheRead),
      // A client that recovers nothing does not repeat a write either.
      may('writesOnce', 'the call that writes is not sent again', (it) => sentOnce(it, writing), NEW),
      must(
        'tellsOfTheUncertain',
        'the model is told that the outcome of the write is not known',
        (it) => tellsOfTheUncertain(it, writing),
        NEW,
      ),
      must('goesOn', 'a later call is answered in the new session', (it) => answerArrives(it, after), NEW),
    ],
  },
});

function opensANewSession(evidence: Evidence): CheckOutcome {
  const [first] = callsOf(evidence, reading.name);
  if (first === undefined) return notAsked(`${reading.name} was never called`);
  const later = handshakes(evidence).filter(({ request }) => request.frame.line > first.frame.line);
  const fresh = later.filter(({ request, session }) => {
    const named = request.frame.http?.headers['mcp-session-id'];
    return session !== undefined && named === undefined;
  });
  // A client that opens none after the first 404 has shown enough, also where it comes to no second one.
  if (fresh.length > 0 && callsOf(evidence, writing.name).length === 0)
    return notAsked(`${writing.name} was never called`);
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
