import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../../../data/types/record.ts';
import { isObject, parseJson } from '../../../harness/json.ts';
import { calibration, resultScenarios, scenarios } from '../../../scenarios/index.ts';
import { calibrate, type Lines, rejudgeRun } from '../../rejudge/rejudge-run.ts';

/** For tests: committed evidence, changed as a client's next version might change it, and judged anew. */

const root = join(import.meta.dirname, '../../..');

/** A run's evidence, and that of the calibration run beside it. */
export interface Talk {
  scenario: string;
  run: Lines;
  calibration: Lines;
}

/** `cell`: `<client>@<version>/<config>/<server>-<transport>`; `name`: of a result scenario. */
export function committed(cell: string, name: string): Talk {
  const scenario = `tools.result.${name}`;
  return { scenario, run: linesOf(cell, scenario), calibration: linesOf(cell, calibration.id) };
}

/** The evidence of every result scenario of a cell. */
export function allCommitted(cell: string): Talk[] {
  return resultScenarios.map(({ id }) => committed(cell, id.replace('tools.result.', '')));
}

function linesOf(cell: string, scenario: string): Lines {
  const read = (name: string): string => readFileSync(join(root, 'runs', cell, scenario, name), 'utf8');
  return { wire: read('wire.jsonl'), model: read('model.jsonl') };
}

/** What the judge says of a talk; the run is called `sample@<clientVersion>`, whoever it was. */
export function recordOf({ scenario, run, calibration: calibrated }: Talk, clientVersion: string): RunRecord {
  const declared = scenarios.find(({ id }) => id === scenario);
  if (declared === undefined) throw new TypeError(`Expected a scenario, got ${scenario}.`);
  const record = rejudgeRun(
    { client: 'sample', version: clientVersion, config: 'default', server: 'both', transport: 'stdio', scenario },
    declared,
    run,
    { envelope: calibrate(calibration, calibrated), fixtureVersion: '1' },
  );
  if ('kind' in record) throw new Error(`${scenario} is inconclusive: ${record.detail}`);
  return record;
}

/** The same talk, with every text that holds `mark` in a request to the model changed. */
export function retold(talk: Talk, mark: string, change: (text: string) => string): Talk {
  return withRequests(talk, (body) => mapTexts(body, (text) => (text.includes(mark) ? change(text) : text)));
}

/** The same talk, with every object of a request to the model changed that has this type. */
export function remade(talk: Talk, type: string, change: (part: Record<string, unknown>) => unknown): Talk {
  return withRequests(talk, (body) => mapObjects(body, (part) => (part['type'] === type ? change(part) : part)));
}

/** The same talk, with every text of a tool message changed (dialect openai-chat). */
export function rewrapped(talk: Talk, change: (text: string) => string): Talk {
  const inside = (content: unknown): unknown =>
    typeof content === 'string'
      ? change(content)
      : mapObjects(content, (part) => ({ ...part, ...('text' in part && { text: change(String(part['text'])) }) }));
  return withRequests(talk, (body) =>
    mapObjects(body, (message) =>
      message['role'] === 'tool' ? { ...message, content: inside(message['content']) } : message,
    ),
  );
}

/** The same talk with other words in all that the model was sent and answered. */
export function reworded({ scenario, run, calibration: calibrated }: Talk, from: string, to: string): Talk {
  const lines = ({ wire, model }: Lines): Lines => ({ wire, model: model.replaceAll(from, to) });
  return { scenario, run: lines(run), calibration: lines(calibrated) };
}

/** The same talk in which the client never showed the tool, and so nobody called it. */
export function hidden(talk: Talk): Talk {
  const [first = ''] = talk.run.model.split('\n');
  const model = mapBodies(first, (body) => ({ ...(isObject(body) ? body : {}), tools: [] }));
  const wire = talk.run.wire.split('\n').filter((line) => !line.includes('tools/call'));
  return { ...talk, run: { wire: wire.join('\n'), model: `${model}\n` } };
}

function withRequests({ scenario, run, calibration: calibrated }: Talk, change: (body: unknown) => unknown): Talk {
  const lines = ({ wire, model }: Lines): Lines => ({ wire, model: mapBodies(model, change) });
  return { scenario, run: lines(run), calibration: lines(calibrated) };
}

function mapBodies(model: string, change: (body: unknown) => unknown): string {
  return model
    .split('\n')
    .map((line) => {
      const value = parseJson(line);
      if (!isObject(value) || typeof value['body'] !== 'string') return line;
      return JSON.stringify({ ...value, body: JSON.stringify(change(parseJson(value['body']))) });
    })
    .join('\n');
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}

/** The innermost first. */
function mapObjects(value: unknown, change: (object: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => mapObjects(each, change));
  if (!isObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapObjects(each, change)])));
}
