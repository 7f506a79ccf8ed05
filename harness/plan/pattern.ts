/** A scenario id, or a pattern in which `*` stands for anything; the result scenarios are known by their short names too. */
export function scenarioPattern(pattern: string): (id: string) => boolean {
  const expression = new RegExp(`^${pattern.split(/\*+/).map(escape).join('.*')}$`);
  return (id) => expression.test(id) || expression.test(id.replace('tools.result.', ''));
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
