import { spill } from './spill.ts';

/** An answer of one tool, before it is wrapped for the model. */
interface Answer {
  toolName: string;
  content: string;
}

export interface SpillLimits {
  home: string;
  /** Over this a server's answer is spilled for its own size; `spillThreshold`. In characters. */
  resultSizeChars: number;
  /** Over this sum the longest answers of a turn are spilled too; `turnThreshold`. In characters. */
  turnSizeChars: number;
}

/**
 * The texts of all answers of one turn, in order: first each answer over its own threshold is spilled, then the longest of
 * those left, until the turn is within its budget or nothing is left that spilling makes shorter.
 */
export function spillTurn(answers: readonly Answer[], limits: SpillLimits): string[] {
  const { home, turnSizeChars } = limits;
  const texts = answers.map(({ toolName, content }) =>
    content.length > thresholdOf(toolName, limits) ? spill(content, home) : content,
  );
  const candidates = answers
    .map(({ toolName, content }, index) => ({ index, toolName, content }))
    .filter(({ index, toolName, content }) => isSpillable(toolName) && texts[index] === content)
    .sort((one, other) => other.content.length - one.content.length);
  let total = texts.reduce((sum, text) => sum + text.length, 0);
  for (const { index, content } of candidates) {
    if (total <= turnSizeChars) break;
    const block = spill(content, home);
    if (block.length >= content.length) continue;
    texts[index] = block;
    total += block.length - content.length;
  }
  return texts;
}

/** What `read_file` gives is never spilled: it reads what was. */
function isSpillable(toolName: string): boolean {
  return toolName !== 'read_file';
}

function thresholdOf(toolName: string, { resultSizeChars, turnSizeChars }: SpillLimits): number {
  if (!isSpillable(toolName)) return Number.POSITIVE_INFINITY;
  // The original client holds its own tools to 15 % of the window and a turn to 30 %, with bounds in the same proportion.
  return toolName.startsWith('mcp_') ? resultSizeChars : turnSizeChars / 2;
}
