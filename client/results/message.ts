import type { ToolMessage } from '../types.ts';
import { withElisionNotice } from './elision.ts';
import { isOver, spill } from './spill/spill.ts';
import { type SpillLimits, spillTurn } from './spill/turn.ts';
import { isUntrusted, wrapUntrusted } from './untrusted.ts';

/** The answer to one tool call: `content` is what the tool gave (`RegisteredTool.call`), `callId` the model's id. */
export interface ToolAnswer {
  toolName: string;
  callId: string;
  content: string;
}

/**
 * The message that answers one tool call. An answer over `spill.resultSizeChars` (see `spillThreshold`) is saved below
 * `<home>/cache/spillover` and stands in the message as a preview; what comes from outside is then marked as untrusted.
 * Never throws.
 */
export function toToolMessage(given: ToolAnswer & { home: string; spill: { resultSizeChars: number } }): ToolMessage {
  const { content, home } = given;
  return message(given, isOver(given, given.spill.resultSizeChars) ? spill(content, home) : content);
}

/** The messages that answer all calls of one turn, in order, kept within the turn's budget together. Never throws. */
export function toToolMessages(answers: readonly ToolAnswer[], limits: SpillLimits): ToolMessage[] {
  const texts = spillTurn(answers, limits);
  return answers.map((answer, index) => message(answer, texts[index] ?? answer.content));
}

function message({ toolName, callId }: ToolAnswer, text: string): ToolMessage {
  const content = isUntrusted(toolName) ? wrapUntrusted(toolName, withElisionNotice(text)) : text;
  return { role: 'tool', name: toolName, content, tool_call_id: callId };
}
