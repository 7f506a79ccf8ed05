import { notAsked, when } from './ask/outcome.ts';
import { markedTool, may, must } from './ask/tool.ts';
import { callsOf, isObject, placesOf, sent } from './ask/wire.ts';
import type { LogLevel } from './behaviour.ts';
import { canary } from './canary.ts';
import { toolScenario } from './define.ts';
import { filler } from './result/filler.ts';
import type { CheckOutcome, Evidence, Scenario } from './types.ts';

const ID = 'logging';
const QUIET: LogLevel[] = ['debug', 'info', 'notice'];
const SEVERE: LogLevel[] = ['warning', 'error', 'critical', 'alert', 'emergency'];
const LOGGER = 'probe.logger';
/** Longer than a line that a person would read. */
const OVERSIZED = 8000;

const tool = markedTool(ID, { name: 'probe_says_much', part: 'tool', about: 'Logs a message of each level.' });
const tokenOf = (part: string): string => canary('log', part, ID);
const long = { head: tokenOf('head'), tail: tokenOf('tail') };

/** One call, during which the server logs a message of each level and one that is too long. */
export const logging: Scenario = toolScenario({
  id: ID,
  capability: ID,
  title: 'During one call the server logs a message of each level, and one of 8,000 characters.',
  tools: [tool.served],
  serve: {
    capabilities: { tools: {}, logging: {} },
    behaviour: {
      rules: [
        {
          on: { method: 'tools/call', tool: tool.name },
          do: [
            ...[...QUIET, ...SEVERE].map((level) => ({
              log: { level, logger: LOGGER, data: `A message of the level ${level}: ${tokenOf(level)}.` },
            })),
            {
              log: { level: 'error' as const, logger: LOGGER, data: `${long.head} ${filler(OVERSIZED)} ${long.tail}` },
            },
            { answer: {} },
          ],
        },
      ],
    },
  },
  log: [],
  judgement: {
    kind: 'behaviour',
    checks: [
      must('logsTheSevere', "messages from warning upwards stand in the client's log", (it) => stand(it, SEVERE)),
      may('logsTheQuiet', 'so do debug, info and notice', (it) => stand(it, QUIET)),
      may('namesTheLogger', "what stands in the log names the server's logger", namesTheLogger),
      may('cutsTheLong', 'a message of 8,000 characters is cut', cutsTheLong),
      may('setsTheLevel', 'the client says which level it wants', setsTheLevel),
    ],
  },
});

function stand(evidence: Evidence, levels: LogLevel[]): CheckOutcome {
  if (callsOf(evidence, tool.name).length === 0) return notAsked('the tool that logs was never called');
  return when(levels.every((level) => inLog(evidence, tokenOf(level)).length > 0));
}

function inLog({ log = [] }: Evidence, token: string): string[] {
  return log.map(({ text }) => text).filter((text) => text.includes(token));
}

function namesTheLogger(evidence: Evidence): CheckOutcome {
  if (callsOf(evidence, tool.name).length === 0) return notAsked('the tool that logs was never called');
  return when(inLog(evidence, tokenOf('error')).some((text) => text.includes(LOGGER)));
}

function cutsTheLong(evidence: Evidence): CheckOutcome {
  if (callsOf(evidence, tool.name).length === 0) return notAsked('the tool that logs was never called');
  return when(inLog(evidence, long.head).length > 0 && inLog(evidence, long.tail).length === 0);
}

/** By `logging/setLevel` in the handshake era, by a key of the request's metadata in the stateless one. */
function setsTheLevel(evidence: Evidence): CheckOutcome {
  const calls = callsOf(evidence, tool.name);
  if (calls.length === 0) return notAsked('the tool that logs was never called');
  const set = [
    ...sent(evidence, 'logging/setLevel'),
    ...calls.filter(({ params: { _meta } }) => isObject(_meta) && 'io.modelcontextprotocol/logLevel' in _meta),
  ];
  return when(set.length > 0, placesOf(set));
}
