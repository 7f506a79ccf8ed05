/** The original client's figures, in characters; a window's size in characters is four times its tokens. */
const DEFAULT_RESULT_SIZE = 50_000;
const CHARACTERS_A_TOKEN = 4;

/**
 * How long a result may be before it is spilled, in characters: the configured size (`tool_budget.mcp_result_size_chars`;
 * 50,000 when it is no positive integer), and at most 15 % of the model's window within 8,000 to 100,000.
 * `contextLength` is in tokens.
 */
export function spillThreshold(contextLength?: number, configured?: number): number {
  const wanted = isPositiveInteger(configured) ? configured : DEFAULT_RESULT_SIZE;
  return Math.min(wanted, shareOfWindow(contextLength, 0.15, 8_000, 100_000));
}

/** How many characters all results of one turn may have together: 30 % of the window within 16,000 to 200,000. */
export function turnThreshold(contextLength?: number): number {
  return shareOfWindow(contextLength, 0.3, 16_000, 200_000);
}

function shareOfWindow(contextLength: number | undefined, share: number, least: number, most: number): number {
  if (!isPositiveInteger(contextLength)) return most;
  return Math.min(Math.max(Math.floor(contextLength * CHARACTERS_A_TOKEN * share), least), most);
}

function isPositiveInteger(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value > 0;
}
