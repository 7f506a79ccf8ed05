import type { RegisteredTool } from '../types.ts';
import { compare, sourceLabel } from './label.ts';
import type { ToolSearchSettings } from './settings.ts';
import { shorten } from './shorten.ts';

/** How much of the catalog a listing shows, from names with descriptions down to nothing. */
export type ListingForm = 'full' | 'names' | 'mixed' | 'groups' | 'none';

export interface Listing {
  form: ListingForm;
  /** Lines without a final newline; empty for `none`. */
  text: string;
}

const header = 'Deferred tool catalog (call schemas via `tool_describe`, invoke via `tool_call`):';
/** What the share of the context comes to when the model's context length is not known. */
const shareOfUnknownContext = 10_000;

/** How many tokens a listing may have: the smaller of `listing_max_tokens` and the share of the model's context. */
export function listingBudget(settings: ToolSearchSettings, contextLength: number | undefined): number {
  const share =
    contextLength === undefined ? shareOfUnknownContext : Math.floor((contextLength * settings.thresholdPct) / 100);
  return Math.max(0, Math.min(settings.listingMaxTokens, share));
}

/** An estimate, without a tokenizer: a token is four characters. */
export function estimateTokens(text: string): number {
  return tokensOf(lengthOf(text));
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / 4);
}

/** In characters: those outside the BMP count once. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * The largest form of a catalog's listing that fits a budget of tokens, the header included. Nothing is ever cut: what
 * does not fit is shown in a smaller form, for all servers alike or, between `names` and `groups`, for the servers with
 * the longest lists of names first. The same tools give the same bytes, in whatever order they come.
 */
export function renderListing(tools: readonly RegisteredTool[], budget: number): Listing {
  const groups = groupTools(tools);
  const fits = (characters: number): boolean => tokensOf(lengthOf(header) + characters) <= budget;
  const join = (lines: string[]): string => [header, ...lines].join('\n');
  // Thousands of tools are too many to write a text for every attempt: the lengths are reckoned instead.
  let characters = sum(groups.map(({ names }) => lengthOfLine(names)));
  if (fits(characters)) {
    // The full form is never shorter than the names, so that it is tried only here.
    const full = groups.map((group) => group.full());
    if (fits(sum(full.map(lengthOfLine)))) return { form: 'full', text: join(full) };
    return { form: 'names', text: join(groups.map(({ names }) => names)) };
  }
  const collapsed = new Set<Group>();
  const largestFirst = groups.toSorted((a, b) => b.names.length - a.names.length || compare(a.label, b.label));
  for (const group of largestFirst) {
    collapsed.add(group);
    characters += lengthOfLine(group.summary) - lengthOfLine(group.names);
    if (!fits(characters)) continue;
    const text = join(groups.map((each) => (collapsed.has(each) ? each.summary : each.names)));
    return { form: collapsed.size < groups.length ? 'mixed' : 'groups', text };
  }
  return { form: 'none', text: '' };
}

/** With the line break before it. */
function lengthOfLine(line: string): number {
  return 1 + lengthOf(line);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** One source's tools in the three forms that a listing can show them in. */
interface Group {
  label: string;
  full: () => string;
  names: string;
  summary: string;
}

function groupTools(tools: readonly RegisteredTool[]): Group[] {
  const byLabel = new Map<string, RegisteredTool[]>();
  for (const tool of tools) {
    const members = byLabel.get(sourceLabel(tool));
    if (members === undefined) byLabel.set(sourceLabel(tool), [tool]);
    else members.push(tool);
  }
  return [...byLabel].sort(([a], [b]) => compare(a, b)).map(([label, members]) => renderGroup(label, members));
}

function renderGroup(label: string, members: RegisteredTool[]): Group {
  const tools = members.toSorted((a, b) => compare(a.name, b.name));
  const title = `${label} tools (${tools.length}):`;
  const line = ({ name, description }: RegisteredTool): string => {
    const short = shorten(description);
    return short === '' ? `- ${name}` : `- ${name}: ${short}`;
  };
  return {
    label,
    full: () => [title, ...tools.map(line)].join('\n'),
    names: `${title}\n${tools.map(({ name }) => name).join(', ')}`,
    summary: `${label} (${tools.length} tools — names not listed; discover via \`tool_search\`)`,
  };
}
