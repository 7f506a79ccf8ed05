/** Deeper values are written in one line: each level would add a blank to every line, megabytes to hundreds of them. */
const DEEPEST_INDENTED = 10;
const RESULT_MEMBERS = new Set(['result', 'structuredContent', '_meta']);

/**
 * What of a tool's answer is worth reading page by page: the text itself where the answer is the JSON of
 * `renderResult` around a text, with what stood beside it at the end; any other answer as it is.
 */
export function readable(content: string): string {
  try {
    const envelope: unknown = JSON.parse(content);
    if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope)) return content;
    const { result, ...rest } = envelope as Record<string, unknown>;
    if (typeof result !== 'string' || result === '') return content;
    if (!Object.keys(rest).every((key) => RESULT_MEMBERS.has(key))) return content;
    if (Object.keys(rest).length === 0) return result;
    const metadata = JSON.stringify(
      rest,
      (_, value: unknown) => sorted(value),
      isDeeper(rest, DEEPEST_INDENTED) ? 0 : 1,
    );
    return `${result}\n\n<mcp-result-metadata>\n${metadata}\n</mcp-result-metadata>\n`;
  } catch {
    return content;
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
