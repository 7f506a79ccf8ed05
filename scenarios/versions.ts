import { declaredRevision, handshakes, misnamed } from './ask/http-headers.ts';
import { placeOf, told } from './ask/model.ts';
import { notAsked, when } from './ask/outcome.ts';
import { type MarkedTool, markedTool, must } from './ask/tool.ts';
import { at, sent } from './ask/wire.ts';
import { toolScenario } from './define.ts';
import { HANDSHAKE, STATELESS } from './eras.ts';
import type { CheckOutcome, Evidence, Scenario } from './types.ts';

/** Words by which a client can say why it and its server do not agree. */
const REASONS = [
  'protocol version',
  'protocolVersion',
  'protocol_version',
  'unsupported version',
  'server/discover',
  'method not found',
  '-32022',
  '-32601',
  STATELESS,
];

/**
 * One scenario a revision, with a server that speaks nothing else, and one whose server speaks all that `--server` leaves it:
 * over every config and `--server both`, `handshake` and `stateless` that is the compatibility matrix of 2026-07-28
 * Versioning, "Backward Compatibility".
 */
export const versionScenarios: Scenario[] = [
  ...[...HANDSHAKE, STATELESS].map((revision) =>
    versions(revision.replaceAll('-', '_'), `A server that speaks ${revision} and nothing else.`, [revision]),
  ),
  versions('eras', 'A server that speaks every revision of the eras that it is started with.'),
];

function versions(name: string, title: string, revisions?: string[]): Scenario {
  const id = `protocol.versions.${name}`;
  const tool = markedTool(id, { name: `probe_versions_${name}`, part: 'tool', about: 'Answers at once.' });
  return toolScenario({
    id,
    capability: 'protocol.versions',
    title,
    eras:
      revisions === undefined ? ['handshake', 'stateless'] : [revisions[0] === STATELESS ? 'stateless' : 'handshake'],
    tools: [tool.served],
    ...(revisions && { serve: { revisions } }),
    log: REASONS,
    mayFail: true,
    judgement: {
      kind: 'behaviour',
      checks: [
        must('agreesOrTells', 'the call is answered, or the client says why the two do not agree', (it) =>
          agreesOrTells(it, tool),
        ),
        must(
          'keepsToIt',
          'what is sent is of the revision that was agreed on, and nothing is sent without one',
          keepsToIt,
        ),
      ],
    },
  });
}

function agreesOrTells(evidence: Evidence, tool: MarkedTool): CheckOutcome {
  if (sent(evidence).length === 0) return notAsked('the client sent its server nothing');
  const places = told(evidence, tool.answer).map(placeOf);
  if (places.length > 0) return when(true, places.slice(0, 1));
  // A server that took the client's offer leaves nothing to complain of.
  if (accepted(evidence)) return when(false);
  const said = [
    ...(evidence.log ?? []).map(({ text }) => text),
    ...evidence.model.map(({ body }) => JSON.stringify(body ?? null)),
  ].map((text) => text.toLowerCase());
  return when(REASONS.some((reason) => said.some((text) => text.includes(reason.toLowerCase()))));
}

/** Whether the server has agreed to a revision: by `initialize`, or by answering a request that declares its own. */
function accepted(evidence: Evidence): boolean {
  return handshakes(evidence).length > 0 || statelessAnswers(evidence);
}

function statelessAnswers({ wire }: Evidence): boolean {
  return wire.some(
    ({ dir, text }) => dir === 's2c' && text.includes('"resultType"') && text.includes('"supportedVersions"'),
  );
}

function keepsToIt(evidence: Evidence): CheckOutcome {
  if (sent(evidence).length === 0) return notAsked('the client sent its server nothing');
  const wrong = misnamed(evidence);
  if (wrong.length > 0) return when(false, wrong);
  const agreed = handshakes(evidence);
  const early = sent(evidence).filter((each) => {
    if (!['tools/list', 'tools/call'].includes(each.method)) return false;
    const declared = declaredRevision(each);
    if (declared !== undefined) return declared !== STATELESS;
    return !agreed.some(
      ({ request: { frame } }) => frame.line < each.frame.line && frame.process === each.frame.process,
    );
  });
  return when(
    early.length === 0,
    early.map(({ frame }) => at(frame, '/method')),
  );
}
