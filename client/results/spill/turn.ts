import { type Answer, isOver, spill } from './spill.ts';

export interface SpillLimits {
  home: string;
  /** Over this an answer is spilled for its own size; `spillThreshold`. In characters. */
  resultSizeChars: number;
  /** Over this sum the longest answers of a turn are spilled too; `turnThreshold`. In characters. */
  turnSizeChars: number;
}

/**
 * The texts of all answers of one turn, in order: first each answer over its own threshold is spilled, then the longest of
 * those left, until the turn is within its budget or nothing is left that spilling makes shorter.
 */
export function spillTurn(answers: readonly Answer[], { home, resultSizeChars, turnSizeChars }: SpillLimits): string[] {
  const texts = answers.map((answer) =>
    isOver(answer, resultSizeChars) ? spill(answer.content, home) : answer.content,
  );
  const candidates = answers
    .map(({ toolName, content }, index) => ({ index, toolName, content }))
    .filter(({ index, toolName, content }) => toolName !== 'read_file' && texts[index] === content)
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
