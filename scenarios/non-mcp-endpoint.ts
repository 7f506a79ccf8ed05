import { notAsked, when } from './ask/outcome.ts';
import { may, must } from './ask/tool.ts';
import { asked, at } from './ask/wire.ts';
import { toolScenario } from './define.ts';
import type { CheckOutcome, Evidence, Scenario } from './types.ts';

const ID = 'bonusFeatures.nonMcpEndpointDetection';
/** What tells a person or a model what stands at the address. */
const TYPE = 'text/html';
const PAGE =
  '<!doctype html><html><head><title>A page for people</title></head><body>Nothing to call here.</body></html>';

/** A page for people where a server should be. No tool can be offered, so the model has nothing to ask for. */
export const nonMcpEndpoint: Scenario = toolScenario({
  id: ID,
  capability: ID,
  title: 'A page for people stands at the address: every request is answered with 200 and HTML.',
  transports: ['http'],
  tools: [],
  script: [],
  serve: {
    behaviour: {
      rules: [
        {
          on: { http: '*' },
          do: [{ http: { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, text: PAGE } }],
        },
      ],
    },
  },
  log: [TYPE],
  mayFail: true,
  judgement: {
    kind: 'behaviour',
    checks: [
      must('asksFirst', 'the address is asked by HEAD or GET before anything is posted', asksFirst),
      // Every client that gives up does so.
      may('leavesItAlone', 'at most one message is posted', leavesItAlone),
      must('tellsWhy', 'the client says that it was answered with HTML, in its log or to its model', tellsWhy),
    ],
  },
});

function asksFirst(evidence: Evidence): CheckOutcome {
  const [first] = evidence.wire;
  if (first === undefined) return notAsked('the client asked the address for nothing');
  const { method, headers = {} } = first.http ?? {};
  // Who opens a stream of a server does not ask whether there is one.
  const opens = method === 'GET' && headers['accept']?.trim() === 'text/event-stream';
  return when(method === 'HEAD' || (method === 'GET' && !opens), [at(first)]);
}

function leavesItAlone(evidence: Evidence): CheckOutcome {
  if (evidence.wire.length === 0) return notAsked('the client asked the address for nothing');
  const posted = asked(evidence, 'POST');
  return when(
    posted.length <= 1,
    posted.map((frame) => at(frame)),
  );
}

function tellsWhy(evidence: Evidence): CheckOutcome {
  if (evidence.wire.length === 0) return notAsked('the client asked the address for nothing');
  const places = evidence.model
    .filter(({ body }) =>
      JSON.stringify(body ?? null)
        .toLowerCase()
        .includes(TYPE),
    )
    .map(({ line }) => ({ line, pointer: '', offset: 0 }));
  return when(
    places.length > 0 || evidence.log?.some(({ text }) => text.toLowerCase().includes(TYPE)) === true,
    places,
  );
}
