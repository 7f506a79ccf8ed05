import { afterHandshake, handshakes, misnamed } from '../ask/http-headers.ts';
import { notAsked, when } from '../ask/outcome.ts';
import { answerArrives, markedTool, may, must } from '../ask/tool.ts';
import { asked, at } from '../ask/wire.ts';
import { toolScenario } from '../define.ts';
import type { CheckOutcome, Evidence, Scenario } from '../types.ts';

const ID = 'transports.streamableHttp';
const json = markedTool(ID, { name: 'probe_http_json', part: 'json', about: 'Answers in JSON.' });
const events = markedTool(ID, { name: 'probe_http_events', part: 'events', about: 'Answers in a stream of events.' });

/** One endpoint that answers once in JSON and once in a stream of events. */
export const streamableHttp: Scenario = toolScenario({
  id: ID,
  capability: ID,
  title: 'One call is answered in JSON, one in a stream of events.',
  transports: ['http'],
  tools: [json.served, events.served],
  serve: {
    behaviour: {
      rules: [{ on: { method: 'tools/call', tool: events.name }, do: [{ answer: { as: 'sse' } }] }],
    },
  },
  judgement: {
    kind: 'behaviour',
    checks: [
      must('acceptsBoth', 'every POST accepts JSON and a stream of events', acceptsBoth),
      must('readsJson', 'an answer in JSON reaches the model', (it) => answerArrives(it, json)),
      must('readsEvents', 'an answer in a stream of events reaches the model', (it) => answerArrives(it, events)),
      must('namesTheSession', 'every POST names the session that its handshake opened, if any', namesTheSession),
      must('namesTheRevision', 'every POST names its revision in the headers that this revision has', namesTheRevision),
      may('endsTheSession', 'a session is ended by DELETE, if there is one', endsTheSession),
    ],
  },
});

const posts = (evidence: Evidence) => asked(evidence, 'POST');

function acceptsBoth(evidence: Evidence): CheckOutcome {
  if (posts(evidence).length === 0) return notAsked('the client posted nothing');
  const wrong = posts(evidence).filter(({ http }) => {
    const accept = http?.headers['accept']?.toLowerCase() ?? '';
    return !accept.includes('application/json') || !accept.includes('text/event-stream');
  });
  return when(
    wrong.length === 0,
    wrong.map((frame) => at(frame)),
  );
}

function namesTheSession(evidence: Evidence): CheckOutcome {
  if (posts(evidence).length === 0) return notAsked('the client posted nothing');
  const wrong = afterHandshake(evidence).filter(
    ({ post, handshake }) => post.frame.http?.headers['mcp-session-id'] !== handshake.session,
  );
  return when(
    wrong.length === 0,
    wrong.map(({ post }) => at(post.frame)),
  );
}

function namesTheRevision(evidence: Evidence): CheckOutcome {
  if (posts(evidence).length === 0) return notAsked('the client posted nothing');
  const wrong = misnamed(evidence);
  return when(wrong.length === 0, wrong);
}

function endsTheSession(evidence: Evidence): CheckOutcome {
  const used = new Set(afterHandshake(evidence).map(({ handshake }) => handshake.session));
  const opened = handshakes(evidence).filter(({ session }) => session !== undefined && used.has(session));
  if (posts(evidence).length === 0) return notAsked('the client posted nothing');
  const ended = asked(evidence, 'DELETE');
  const all = opened.every(({ session }) => ended.some(({ http }) => http?.headers['mcp-session-id'] === session));
  return when(
    all,
    ended.map((frame) => at(frame)),
  );
}
