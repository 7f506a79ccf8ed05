import { items, member, string } from '../../json.ts';
import { endsWithName, namesIn } from '../names.ts';
import { parseEmbedded } from './matches.ts';

/**
 * The fuller name that an error of `tool_call` suggests for the name that was called ("did you mean …"). Undefined for
 * anything else: an error without a suggestion may be the tool's own, and calling it twice would spoil the evidence.
 */
export function suggestedName(answer: string, called: string): string | undefined {
  const error = string(member(parseEmbedded(answer), 'error'));
  return namesIn(error).find((name) => endsWithName(name, called));
}

/** Whether `tool_describe` did not know the tool that it was asked about. */
export function isUnknown(answer: string, name: string): boolean {
  const value = parseEmbedded(answer);
  return typeof member(value, 'error') === 'string' || items(member(value, 'not_found')).includes(name);
}
