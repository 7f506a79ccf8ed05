import { notAsked, when } from '../ask/outcome.ts';
import { answerArrives, markedTool, may, must } from '../ask/tool.ts';
import { asked, at } from '../ask/wire.ts';
import { toolScenario } from '../define.ts';
import type { CheckOutcome, Evidence, Scenario } from '../types.ts';

const ID = 'transports.sse';
const tool = markedTool(ID, { name: 'probe_over_sse', part: 'sse', about: 'Answers on the stream.' });

/** HTTP+SSE of 2024-11-05, asked for in the configuration. */
export const sse: Scenario = toolScenario({
  id: ID,
  capability: ID,
  title: 'A server of the older pair of an event stream and a message URL, for which the configuration asks.',
  eras: ['handshake'],
  transports: ['sse'],
  tools: [tool.served],
  judgement: {
    kind: 'behaviour',
    checks: [
      must('opensTheStream', 'a GET for a stream of events comes before any message', opensTheStream),
      must('postsToTheEndpoint', 'messages are posted to the address that the stream names, and nowhere else', posts),
      must('callsTheTool', 'the answer on the stream reaches the model', (it) => answerArrives(it, tool)),
      may('keepsTheStream', 'one stream serves the whole talk', keepsTheStream),
    ],
  },
});

const streams = (evidence: Evidence) =>
  asked(evidence, 'GET').filter(({ http }) => http?.headers['accept']?.includes('text/event-stream'));

function opensTheStream(evidence: Evidence): CheckOutcome {
  const [first] = evidence.wire;
  if (first === undefined) return notAsked('the client asked its server for nothing');
  const [stream] = streams(evidence);
  return when(stream?.line === first.line, stream === undefined ? [] : [at(stream)]);
}

function posts(evidence: Evidence): CheckOutcome {
  const posted = asked(evidence, 'POST');
  if (evidence.wire.length === 0) return notAsked('the client asked its server for nothing');
  const places = posted.map((frame) => at(frame));
  return when(posted.length > 0 && posted.every(({ http }) => http?.path === '/messages'), places.slice(0, 1));
}

function keepsTheStream(evidence: Evidence): CheckOutcome {
  const opened = streams(evidence);
  if (opened.length === 0) return notAsked('there was no stream');
  return when(
    opened.length === 1,
    opened.map((frame) => at(frame)),
  );
}
