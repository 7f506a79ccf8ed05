import { servedTools } from '../../../scenarios/served.ts';
import type { Json, JsonObject, Scenario, ServedTool } from '../../../scenarios/types.ts';

/** The two files of a run, as text. */
export interface StoredRun {
  wire: string;
  model: string;
}

export interface StoredRunOptions {
  scenario: Scenario;
  /** The revision that is spoken; 2026-07-28 without a handshake. */
  revision?: string;
  /** The client's own name of a tool. */
  nameOf?: (tool: string) => string;
  /** The content of the tool message for scripted call number `index`. */
  tell: (index: number, result: JsonObject | undefined) => Json;
  /** Messages that the last request holds behind the tool message. */
  also?: Json[];
  /** Bodies of further requests, made from the last one's messages. */
  later?: (messages: Json[]) => Json[][];
}

/** A client's name of a tool behind the server named `probe`. */
export function mcpName(tool: string): string {
  return `mcp__probe__${tool}`;
}

/**
 * Evidence of a run that went well, written by hand: what the fixture and the mocked model would have stored had a
 * client made every scripted call and told its model `tell(index)`.
 */
export function storeRun(options: StoredRunOptions): StoredRun {
  return { wire: writeWire(options), model: writeModel(options) };
}

/** What the fixture answers in a revision: 2026-07-28 stamps each result. */
function answerOf({ answer }: ServedTool, revision: string): JsonObject {
  if ('error' in answer) return { error: answer.error };
  if ('raw' in answer) throw new TypeError(`Expected a result or an error, got raw bytes ${answer.raw.slice(0, 40)}`);
  if (revision !== '2026-07-28') return { result: answer.result };
  const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'probe-fixture', version: '1' } };
  const { _meta } = answer.result;
  return { result: { resultType: 'complete', ...answer.result, _meta: { ...(_meta as JsonObject), ...serverInfo } } };
}

export function scriptedTool({ script, serve }: Scenario, index: number): ServedTool {
  const tool = servedTools(serve).find(({ definition }) => definition.name === script[index]?.tool);
  if (tool === undefined) throw new TypeError(`Expected scripted call ${index} to name a served tool`);
  return tool;
}

function writeWire({ scenario, revision = '2025-11-25' }: StoredRunOptions): string {
  const stateless = revision === '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'a-client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { pages } = scenario.serve;
  const lists = pages.map((page, index): [string, JsonObject, JsonObject] => [
    'tools/list',
    index === 0 ? {} : { cursor: `page-${index}` },
    {
      tools: page.map(({ definition }) => definition),
      ...(index < pages.length - 1 && { nextCursor: `page-${index + 1}` }),
    },
  ]);
  const { serverInfo } = scenario.serve;
  const opening: [string, JsonObject, JsonObject][] = stateless
    ? [['server/discover', {}, { supportedVersions: [revision], capabilities: { tools: {} }, serverInfo }]]
    : [
        [
          'initialize',
          { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'a-client', version: '1' } },
          { protocolVersion: revision, capabilities: { tools: {} }, serverInfo },
        ],
      ];
  const calls = scenario.script.map((call, index): [string, JsonObject, JsonObject] => [
    'tools/call',
    { name: call.tool, arguments: call.arguments },
    answerOf(scriptedTool(scenario, index), revision),
  ]);
  const exchanges = [...opening, ...lists, ...calls];
  const frames = exchanges.flatMap(([method, params, answer], id) => [
    { dir: 'c2s', text: { jsonrpc: '2.0', id, method, params: stateless ? { ...params, _meta } : params } },
    { dir: 's2c', text: { jsonrpc: '2.0', id, ...(method === 'tools/call' ? answer : { result: answer }) } },
  ]);
  if (!stateless)
    frames.splice(2, 0, { dir: 'c2s', text: { jsonrpc: '2.0', method: 'notifications/initialized' } as never });
  return frames
    .map(
      ({ dir, text }, index) => `${JSON.stringify({ seq: index + 1, process: 1, dir, text: JSON.stringify(text) })}\n`,
    )
    .join('');
}

function writeModel({
  scenario,
  revision = '2025-11-25',
  nameOf = mcpName,
  tell,
  also = [],
  later,
}: StoredRunOptions): string {
  const tools = scenario.serve.pages.flat().map(({ definition: { name, description, inputSchema } }) => ({
    type: 'function',
    function: { name: nameOf(name), description, parameters: inputSchema },
  }));
  const messages: Json[] = [
    { role: 'system', content: 'You have tools.' },
    { role: 'user', content: 'Use them.' },
  ];
  const bodies: Json[][] = [[...messages]];
  const answers: JsonObject[] = [];
  for (const [index, { tool }] of scenario.script.entries()) {
    const call = { id: `call_${index}`, type: 'function', function: { name: nameOf(tool), arguments: '{}' } };
    const asked = { role: 'assistant', content: null, tool_calls: [call] };
    const { result } = answerOf(scriptedTool(scenario, index), revision);
    messages.push(asked, {
      role: 'tool',
      tool_call_id: call.id,
      content: tell(index, result as JsonObject | undefined),
    });
    if (index === scenario.script.length - 1) messages.push(...also);
    answers.push(asked);
    bodies.push([...messages]);
  }
  bodies.push(...(later?.(messages) ?? []));
  return bodies
    .map((body, index) => {
      const message = answers[index] ?? { role: 'assistant', content: 'All done.' };
      const line = {
        seq: index + 1,
        dialect: 'openai-chat',
        method: 'POST',
        path: '/v1/chat/completions',
        body: JSON.stringify({ model: 'm', messages: body, tools }),
        status: 200,
        response: JSON.stringify({ choices: [{ index: 0, message }] }),
      };
      return `${JSON.stringify(line)}\n`;
    })
    .join('');
}
