import { placeOf, told } from '../ask/model.ts';
import { notAsked, when } from '../ask/outcome.ts';
import { markedTool, may, must } from '../ask/tool.ts';
import { asked, at, callsOf } from '../ask/wire.ts';
import { toolScenario } from '../define.ts';
import { HANDSHAKE } from '../eras.ts';
import type { CheckOutcome, Evidence, Scenario } from '../types.ts';

const ID = 'transports.streamableHttp.resume';
const broken = markedTool(ID, {
  name: 'probe_http_broken_stream',
  part: 'broken',
  about: 'Its stream ends before the answer.',
  // Who cannot go on with the stream may ask again.
  definition: { annotations: { readOnlyHint: true } },
});

/** A stream that ends after an event with an id; the answer is had by a GET with that id (2025-11-25 "Resumability"). */
export const resume: Scenario = toolScenario({
  id: ID,
  capability: 'transports.streamableHttp',
  title: 'The stream of an answer ends after an event with an id; the answer is had by a GET with that id.',
  eras: ['handshake'],
  transports: ['http'],
  tools: [broken.served],
  serve: {
    revisions: HANDSHAKE,
    behaviour: {
      rules: [
        {
          on: { method: 'tools/call', tool: broken.name },
          do: [{ execute: true }, { suspend: { retry: 20 } }, { answer: {} }],
        },
      ],
    },
  },
  judgement: {
    kind: 'behaviour',
    checks: [
      must('callsOnce', 'the call is sent once', callsOnce),
      may('resumesTheStream', 'a GET with Last-Event-ID goes on with the stream, and its answer arrives', resumes),
    ],
  },
});

function callsOnce(evidence: Evidence): CheckOutcome {
  const calls = callsOf(evidence, broken.name);
  if (calls.length === 0) return notAsked('the tool was never called');
  return when(
    calls.length === 1,
    calls.map(({ frame }) => at(frame)),
  );
}

function resumes(evidence: Evidence): CheckOutcome {
  if (callsOf(evidence, broken.name).length === 0) return notAsked('the tool was never called');
  const gets = asked(evidence, 'GET').filter(({ http }) => http?.headers['last-event-id'] !== undefined);
  const [arrived] = told(evidence, broken.answer);
  return when(gets.length > 0 && arrived !== undefined, [
    ...gets.map((frame) => at(frame)),
    ...(arrived === undefined ? [] : [placeOf(arrived)]),
  ]);
}
