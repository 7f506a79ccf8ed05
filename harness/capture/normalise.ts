import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { findCanaries } from '../../scenarios/canary.ts';
import type { Json, JsonObject, Scenario } from '../../scenarios/types.ts';
import { isObject, parseJson } from '../json.ts';
import { spellingsOf } from './spellings.ts';

const FILLER_CHARACTERS = 4096;

/** What stands for a filler in stored bytes; the judge counts it as `n` characters. */
export function fillerToken(text: string): string {
  return `{{filler ${text.length} sha256:${createHash('sha256').update(text).digest('hex')}}}`;
}

/** What is replaced in captured bytes. */
export interface Chosen {
  home: string;
  ports: number[];
  /** Expressions for what a client writes anew each time, by its driver's words. */
  volatile?: string[];
}

/**
 * Makes captured JSON lines fit to be kept: the values that the harness itself chose become `{{home}}` and `{{port}}`,
 * what the driver calls volatile `{{volatile}}`,
 * a filler between canaries becomes its token, lines and processes are numbered in order. Nothing else is changed. A last
 * line without its newline was never finished, since a writer was killed in the middle of it, and is left out; any other
 * line that is no JSON stays as it is, for the judge to refuse.
 */
export function normaliseLines(jsonl: string, scenario: Scenario, chosen: Chosen): string {
  const replace = replacer(scenario, chosen);
  const processes: unknown[] = [];
  const normalised = (text: string, index: number): string => {
    const line = parseJson(text);
    if (!isObject(line)) return text;
    if ('process' in line && !processes.includes(line.process)) processes.push(line.process);
    return JSON.stringify({
      ...(mapStrings(line, replace) as JsonObject),
      seq: index + 1,
      ...('process' in line && { process: processes.indexOf(line.process) + 1 }),
    });
  };
  return jsonl
    .split('\n')
    .slice(0, -1)
    .map((text, index) => `${normalised(text, index)}\n`)
    .join('');
}

/** Replaces in a text what the harness chose, what is volatile, and fillers. */
export function replacer(scenario: Scenario, { home, ports, volatile = [] }: Chosen): (text: string) => string {
  const fillers = fillersOf(scenario).map((text) => [text, fillerToken(text)] as const);
  const hosts = ports.map((port) => new RegExp(String.raw`(127\.0\.0\.1|localhost|\[::1\])(:|%3A)${port}\b`, 'gi'));
  // The last part of the path is made of letters and digits, which every spelling leaves as they are.
  const [homes, sign] = [spellingsOf(home), basename(home)];
  return (text) => {
    let kept = text.includes(sign) ? text.replaceAll(homes, '{{home}}') : text;
    for (const host of hosts) kept = kept.replaceAll(host, '$1$2{{port}}');
    for (const [filler, token] of fillers) kept = kept.replaceAll(filler, token);
    for (const pattern of volatile) kept = kept.replaceAll(new RegExp(pattern, 'g'), '{{volatile}}');
    return kept;
  };
}

/** The long texts between the canaries of what a scenario serves. */
export function fillersOf(scenario: Scenario): string[] {
  const fillers: string[] = [];
  mapStrings(scenario.serve as unknown as Json, (text) => {
    if (text.length > FILLER_CHARACTERS) {
      let pieces = [text];
      for (const { token } of findCanaries(text)) pieces = pieces.flatMap((piece) => piece.split(token));
      fillers.push(...pieces.filter((piece) => piece.length > FILLER_CHARACTERS));
    }
    return text;
  });
  return fillers;
}

function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}
