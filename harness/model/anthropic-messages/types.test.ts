import type { Message, MessageDeltaUsage, RawMessageDeltaEvent, Usage } from '@anthropic-ai/sdk/resources/messages';
import type { ModelInfo } from '@anthropic-ai/sdk/resources/models';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../scenarios/types.ts';
import { items, member, parseJson } from '../../json.ts';
import type { ModelRequest, Reply } from '../dialect.ts';
import { anthropicMessages } from './dialect.ts';
import { parseEvents } from './testing/strict-events.ts';

/** Names of the members that a type of the vendor's asks for; a new version that asks for more does not compile. */
const named = <T>(members: Record<keyof T, true>): string[] => Object.keys(members).sort();
const keys = (value: Json | undefined): string[] => Object.keys(Object(value) as object).sort();

const end = { container: true, stop_details: true, stop_reason: true, stop_sequence: true } as const;
const messageMembers = named<Message>({
  ...end,
  id: true,
  content: true,
  diagnostics: true,
  model: true,
  role: true,
  type: true,
  usage: true,
});
const figures = {
  cache_creation_input_tokens: true,
  cache_read_input_tokens: true,
  input_tokens: true,
  output_tokens: true,
  output_tokens_details: true,
  server_tool_use: true,
} as const;
const usageMembers = named<Usage>({
  ...figures,
  cache_creation: true,
  inference_geo: true,
  service_tier: true,
  speed: true,
});

const request: ModelRequest = { model: 'm', stream: false, wantsUsage: true, tools: [], calls: [], results: [] };
const reply: Reply = { kind: 'text', text: 'Done.' };

describe("the members that the vendor's types ask for", () => {
  it('are those of a whole message', () => {
    const message = parseJson(anthropicMessages.write(reply, request, '1').body);
    expect(keys(message)).toEqual(messageMembers);
    expect(keys(member(message, 'usage'))).toEqual(usageMembers);
  });

  it('are those of a streamed message', () => {
    const events = parseEvents(anthropicMessages.write(reply, { ...request, stream: true }, '1').body);
    const message = events[0]?.['message'];
    expect(keys(message)).toEqual(messageMembers);
    expect(keys(member(message, 'usage'))).toEqual(usageMembers);
    const last = events.at(-2);
    expect(keys(last?.['delta'])).toEqual(named<RawMessageDeltaEvent.Delta>(end));
    expect(keys(last?.['usage'])).toEqual(named<MessageDeltaUsage>(figures));
  });

  it('are those of our model', () => {
    const [model] = items(member(parseJson(anthropicMessages.models().body), 'data'));
    expect(keys(model)).toEqual(
      named<ModelInfo>({
        id: true,
        capabilities: true,
        created_at: true,
        deprecated_at: true,
        display_name: true,
        lifecycle: true,
        line: true,
        max_input_tokens: true,
        max_tokens: true,
        retires_at: true,
        type: true,
      }),
    );
  });
});
