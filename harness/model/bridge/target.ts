import { items, member, parseJson } from '../../json.ts';
import { bridgeKind } from './kind.ts';

/**
 * The tool that a call means: the inner name when `name` is the bridge `tool_call`, else `name` itself. The bridge takes
 * `{calls: [{name, arguments}]}` or, in its older shape, `{name, arguments}`.
 */
export function targetOf(name: string, text: string): string {
  if (bridgeKind(name) !== 'call') return name;
  const given = parseJson(text);
  const calls = member(given, 'calls');
  const [first] = items(typeof calls === 'string' ? parseJson(calls) : calls);
  const inner = member(first ?? calls, 'name') ?? member(given, 'name');
  return typeof inner === 'string' ? inner : name;
}
