import type { JsonObject } from '../../../scenarios/types.ts';

/** A message of an assistant as Chat Completions writes it. */
export interface AssistantMessage {
  role: 'assistant';
  content: string | null;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
}

/** A client that offers tools to its model and carries out calls of them. */
export interface TestClient {
  tools: () => JsonObject[];
  call: (name: string, args: JsonObject) => string;
}

/** What the model was asked to do, in the order in which it asked. */
export interface Conversation {
  calls: { name: string; arguments: JsonObject }[];
  text: string;
  bodies: string[];
}

/** Talks with a model until it answers with a text. Throws after 30 turns. */
export async function converse(
  client: TestClient,
  ask: (body: string) => Promise<AssistantMessage> | AssistantMessage,
  more: JsonObject = {},
): Promise<Conversation> {
  const messages: unknown[] = [{ role: 'user', content: 'Use your tools.' }];
  const conversation: Conversation = { calls: [], text: '', bodies: [] };
  while (conversation.bodies.length < 30) {
    const body = JSON.stringify({ model: 'm', messages, tools: client.tools(), ...more });
    conversation.bodies.push(body);
    const answer = await ask(body);
    messages.push(answer);
    if (answer.tool_calls === undefined) return { ...conversation, text: answer.content ?? '' };
    for (const { id, function: called } of answer.tool_calls) {
      const args = JSON.parse(called.arguments) as JsonObject;
      conversation.calls.push({ name: called.name, arguments: args });
      messages.push({ role: 'tool', tool_call_id: id, content: client.call(called.name, args) });
    }
  }
  throw new Error('Expected the model to end the talk.');
}

/** A tool in the form of Chat Completions. */
export function toolDefinition(
  name: string,
  description = '',
  parameters: JsonObject = { type: 'object' },
): JsonObject {
  return { type: 'function', function: { name, description, parameters } };
}

/** A client that lists every tool; each answers with its own name. */
export function directClient(names: string[], descriptions: Record<string, string> = {}): TestClient {
  return {
    tools: () => names.map((name) => toolDefinition(name, descriptions[name] ?? `Does ${name}.`)),
    call: (name) => `${name} answers`,
  };
}
