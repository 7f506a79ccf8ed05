import type { ToolMessage } from '../types.ts';
import { withElisionNotice } from './elision.ts';
import { type SpillLimits, spillTurn } from './spill/turn.ts';
import { isUntrusted, wrapUntrusted } from './untrusted.ts';

/** The answer to one tool call: `content` is what the tool gave (`RegisteredTool.call`), `callId` the model's id. */
export interface ToolAnswer {
  toolName: string;
  callId: string;
  content: string;
}

/**
 * The messages that answer all calls of one turn, in order. Answers that are too long, alone or together, are saved below
 * `<home>/cache/spillover` and stand in their message as a preview; what comes from outside is then marked as untrusted.
 * Never throws.
 */
export function toToolMessages(answers: readonly ToolAnswer[], limits: SpillLimits): ToolMessage[] {
  const texts = spillTurn(answers, limits);
  return answers.map(({ toolName, callId, content }, index) => ({
    role: 'tool',
    name: toolName,
    content: mark(toolName, texts[index] ?? content),
    tool_call_id: callId,
  }));
}

function mark(toolName: string, text: string): string {
  return isUntrusted(toolName) ? wrapUntrusted(toolName, withElisionNotice(text)) : text;
}
