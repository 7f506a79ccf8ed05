import { placeOf, told } from '../ask/model.ts';
import { notAsked, when } from '../ask/outcome.ts';
import { type MarkedTool, markedTool, must } from '../ask/tool.ts';
import { asked, at } from '../ask/wire.ts';
import { canary } from '../canary.ts';
import { toolScenario } from '../define.ts';
import type { BehaviourCheck, CheckOutcome, Evidence, Scenario } from '../types.ts';

/** Statuses without a JSON-RPC body, by which servers of HTTP+SSE refuse the POST of Streamable HTTP. */
const STATUSES = [400, 405, 406, 411];

/** An endpoint of HTTP+SSE alone, in a configuration that asks for no transport: does the client fall back to it? */
export const fallbackScenarios: Scenario[] = [...STATUSES.map(fallback), refused()];

function fallback(status: number): Scenario {
  const id = `protocol.versions.sse_fallback_${status}`;
  const tool = markedTool(id, { name: `probe_fallback_${status}`, part: 'tool', about: 'Answers on the stream.' });
  return scenario(
    id,
    `POST is refused with ${status} and no body; GET opens the stream of HTTP+SSE.`,
    { status },
    tool,
    [
      must('fallsBack', 'the client goes on over HTTP+SSE', fallsBack),
      must('callsTheTool', 'the answer on the stream reaches the model', (evidence) => {
        if (evidence.wire.length === 0) return notAsked('the client asked its server for nothing');
        const places = told(evidence, tool.answer).map(placeOf);
        return when(places.length > 0, places.slice(0, 1));
      }),
    ],
  );
}

/** The server speaks JSON-RPC over POST: what it says is no sign of another transport (2026-07-28 Versioning). */
function refused(): Scenario {
  const id = 'protocol.versions.sse_fallback_error';
  const tool = markedTool(id, { name: 'probe_fallback_error', part: 'tool', about: 'Answers on the stream.' });
  const reason = canary('log', 'reason', id);
  const rpc = { code: -32600, message: `Expected something else, says ${reason}` };
  return scenario(
    id,
    'POST is refused with 400 and a JSON-RPC error; GET would open a stream.',
    { status: 400, rpc },
    tool,
    [
      must('staysWithIt', 'the client does not go on over HTTP+SSE', (evidence) => {
        if (asked(evidence, 'POST').length === 0) return notAsked('the client posted nothing');
        const elsewhere = overSse(evidence);
        return when(
          elsewhere.length === 0,
          elsewhere.map((frame) => at(frame)),
        );
      }),
      must('tellsWhy', "the server's own words stand in the client's log or reach its model", (evidence) => {
        if (asked(evidence, 'POST').length === 0) return notAsked('the client posted nothing');
        const places = told(evidence, reason).map(placeOf);
        return when(places.length > 0 || evidence.log?.some(({ text }) => text.includes(reason)) === true, places);
      }),
    ],
  );
}

function scenario(
  id: string,
  title: string,
  sseOnly: NonNullable<NonNullable<Scenario['serve']['behaviour']>['sseOnly']>,
  tool: MarkedTool,
  checks: BehaviourCheck[],
): Scenario {
  return toolScenario({
    id,
    capability: 'protocol.versions',
    title,
    eras: ['handshake'],
    transports: ['http'],
    tools: [tool.served],
    serve: { behaviour: { sseOnly } },
    log: [],
    mayFail: true,
    judgement: { kind: 'behaviour', checks },
  });
}

const overSse = (evidence: Evidence) => asked(evidence, 'POST').filter(({ http }) => http?.path === '/messages');

function fallsBack(evidence: Evidence): CheckOutcome {
  const [first] = asked(evidence, 'POST');
  if (first === undefined) return notAsked('the client posted nothing');
  const [posted] = overSse(evidence);
  return when(first.http?.path !== '/messages' && posted !== undefined, posted === undefined ? [] : [at(posted)]);
}
