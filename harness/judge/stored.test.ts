import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldsVerdict, RunRecord } from '../../data/types/record.ts';
import { calibration, resultScenarios } from '../../scenarios/index.ts';
import type { DeclaredField, Scenario } from '../../scenarios/types.ts';
import { deriveEnvelope } from './envelope.ts';
import { readEvidence } from './evidence.ts';
import { judge } from './judge.ts';

// The committed evidence of our own client: real traffic, which the tests change in known ways.
const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const folders = readdirSync(join(root, `runs/hermes-ts@${version}`), { recursive: true, withFileTypes: true })
  .filter(({ name }) => name === 'record.json')
  .map(({ parentPath }) => parentPath);

interface Stored {
  folder: string;
  wire: string;
  model: string;
  verdict: FieldsVerdict;
  scenario: Scenario;
  declared: DeclaredField[];
}

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

/** Every committed run of a result scenario in which some field reached the model. */
const stored: Stored[] = folders.flatMap((folder) => {
  const { scenario: id, verdict } = JSON.parse(read(folder, 'record.json')) as RunRecord;
  const scenario = resultScenarios.find((each) => each.id === id);
  if (scenario?.judgement.kind !== 'fields' || verdict.kind !== 'fields' || verdict.fields.length === 0) return [];
  const declared = scenario.judgement.fields.filter(({ field }) => verdict.fields.some((seen) => seen.field === field));
  return [
    { folder, wire: read(folder, 'wire.jsonl'), model: read(folder, 'model.jsonl'), verdict, scenario, declared },
  ];
});

function judgeStored({ folder, wire, scenario }: Stored, model: string): FieldsVerdict {
  const calibrated = join(dirname(folder), 'calibration');
  const envelope = deriveEnvelope(
    calibration,
    readEvidence(read(calibrated, 'wire.jsonl'), read(calibrated, 'model.jsonl')),
  );
  const judged = judge(scenario, readEvidence(wire, model), envelope);
  if (judged.kind !== 'judged' || judged.verdict.kind !== 'fields') throw new Error(`Not judged: ${folder}`);
  return judged.verdict;
}

/** The stored model.jsonl with the text of every tool message that answers the scenario's call changed. */
function changeMessage(model: string, change: (text: string) => string, tokens: string[]): string {
  return model
    .split('\n')
    .map((line) => {
      if (line === '') return line;
      const exchange = JSON.parse(line) as { body: string };
      const body = JSON.parse(exchange.body) as { messages: { role: string; content: string }[] };
      for (const message of body.messages)
        if (message.role === 'tool' && tokens.some((token) => message.content.includes(token)))
          message.content = change(message.content);
      return JSON.stringify({ ...exchange, body: JSON.stringify(body) });
    })
    .join('\n');
}

type Shown = Record<string, [count: number, as: string, parts: string]>;
const shown = ({ fields }: FieldsVerdict): Shown =>
  Object.fromEntries(fields.map(({ field, count, as, parts }) => [field, [count, as, parts]]));

const everywhere = (text: string, tokens: string[], change: (token: string) => string): string =>
  tokens.reduce((changed, token) => changed.replaceAll(token, change(token)), text);

/** What can befall a field, and what a verdict must then say of it. */
const changes: Record<
  string,
  { change: (text: string, tokens: string[]) => string; expected: Shown[string] | undefined }
> = {
  'moved to the end': {
    change: (text, tokens) => `${everywhere(text, tokens, () => '')} ${tokens.join(' ')}`,
    expected: [1, 'text', 'whole'],
  },
  doubled: { change: (text, tokens) => `${text} ${tokens.join(' ')}`, expected: [2, 'text', 'whole'] },
  dropped: { change: (text, tokens) => everywhere(text, tokens, () => ''), expected: undefined },
  cut: { change: (text, tokens) => everywhere(text, tokens, (token) => token.slice(0, -1)), expected: undefined },
  're-encoded': {
    change: (text, tokens) =>
      everywhere(text, tokens, (token) => ` ${Buffer.from(`a value ${token} in base64`).toString('base64')} `),
    expected: [1, 'base64', 'whole'],
  },
};

describe('committed evidence', () => {
  it('is of every run of the standard matrix', () => {
    expect(folders.filter((folder) => folder.includes('tools.result.'))).toHaveLength(85);
    expect(stored.length).toBeGreaterThan(50);
  });

  it('gives the verdict that follows when a field is moved, doubled, dropped, cut or encoded', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.constantFrom(...Object.keys(changes)), (run, at, name) => {
        const one = stored[run % stored.length] as Stored;
        const { field, canaries } = one.declared[at % one.declared.length] as DeclaredField;
        const tokens = canaries.map(({ token }) => token);
        const { change, expected } = changes[name] as (typeof changes)[string];
        const verdict = judgeStored(
          one,
          changeMessage(one.model, (text) => change(text, tokens), tokens),
        );
        const { [field]: _before, ...others } = shown(one.verdict);
        expect(shown(verdict)).toEqual(expected === undefined ? others : { ...others, [field]: expected });
        expect(verdict.fields).not.toEqual(one.verdict.fields);
        // Where a field stands is no part of the short form, nor how often or in what form _meta came.
        const said = name !== 'moved to the end' && (field !== '_meta' || expected === undefined);
        expect(verdict.short === one.verdict.short).toBe(!said);
      }),
      { numRuns: 400 },
    );
  });
});
