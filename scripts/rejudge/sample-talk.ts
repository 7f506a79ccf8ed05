import type { Scenario } from '../../scenarios/types.ts';
import type { Lines } from './rejudge-run.ts';

/**
 * For tests: the evidence of a client that calls each scripted tool of `scenario` over stdio and shows its model
 * `tell(text)` for the tool's number, written by hand line by line.
 */
export function sampleTalk(scenario: Scenario, tell: (index: number) => string): Lines {
  const served = scenario.serve.pages.flat();
  const frames: ['c2s' | 's2c', object][] = [
    [
      'c2s',
      {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'sample', version: '1' } },
      },
    ],
    [
      's2c',
      {
        jsonrpc: '2.0',
        id: 0,
        result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: scenario.serve.serverInfo },
      },
    ],
    ['c2s', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['c2s', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ['s2c', { jsonrpc: '2.0', id: 1, result: { tools: served.map(({ definition }) => definition) } }],
    ...scenario.script.flatMap((call, index): ['c2s' | 's2c', object][] => [
      [
        'c2s',
        { jsonrpc: '2.0', id: index + 2, method: 'tools/call', params: { name: call.tool, arguments: call.arguments } },
      ],
      [
        's2c',
        { jsonrpc: '2.0', id: index + 2, ...served.find(({ definition }) => definition.name === call.tool)?.answer },
      ],
    ]),
  ];
  const wire = frames.map(([dir, message], index) => ({
    seq: index + 1,
    process: 1,
    dir,
    text: JSON.stringify(message),
  }));
  return { wire: wire.map(asLine).join(''), model: turns(scenario, tell).map(asLine).join('') };
}

function turns({ script, serve }: Scenario, tell: (index: number) => string): object[] {
  const tools = serve.pages.flat().map(({ definition: { name, description, inputSchema } }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const messages: object[] = [{ role: 'user', content: 'Go on.' }];
  const lines: object[] = [];
  for (const [index, call] of [...script, undefined].entries()) {
    const asked = { role: 'assistant', content: null, tool_calls: call && [asCall(index, call.tool)] };
    const said = call === undefined ? { role: 'assistant', content: 'Done.' } : asked;
    lines.push({
      seq: index + 1,
      dialect: 'openai-chat',
      method: 'POST',
      path: '/v1/chat/completions',
      body: JSON.stringify({ model: 'sample', messages: [...messages], tools }),
      status: 200,
      response: JSON.stringify({
        choices: [{ index: 0, message: said, finish_reason: call === undefined ? 'stop' : 'tool_calls' }],
      }),
    });
    messages.push(said, { role: 'tool', tool_call_id: `call_${index}`, content: tell(index) });
  }
  return lines;
}

function asCall(index: number, name: string): object {
  return { id: `call_${index}`, type: 'function', function: { name, arguments: '{}' } };
}

function asLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
