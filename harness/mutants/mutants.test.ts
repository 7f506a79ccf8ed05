import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpFixture } from '../../fixture-server/http.ts';
import { calibration, resultScenarios } from '../../scenarios/index.ts';
import { makeWorkspace } from '../launch/workspace.ts';
import { startMockedModel } from '../model/server.ts';
import { readDriver } from '../plan/driver.ts';
import { planRuns } from '../plan/matrix.ts';
import { runPlan } from '../run-plan.ts';
import { runSessions } from '../session/run-sessions.ts';

type Table = Record<string, string>;

const BOTH = '[…] and {…} (content 1x, structuredContent 1x, as text)';
const CONTENT = '[…] content only (1x, as text)';
const STRUCTURED = '{…} structuredContent only (1x, as text)';
const NOTHING = '"…" nothing of the result reached the model';
const ENVELOPE = '⟨…⟩ whole envelope (as text)';
const WITH_META = ', _meta reached the model, reserved _meta reached the model)';

const names = resultScenarios.map(({ id }) => id.replace('tools.result.', ''));
const all = (verdict: string): Table => Object.fromEntries(names.map((name) => [name, verdict]));

/** What a client shows that puts every field into the text once and checks nothing. */
const honest: Table = {
  app_only: BOTH,
  audience_user: BOTH,
  empty_object: NOTHING,
  is_error: BOTH,
  large: CONTENT,
  meta_only: '[…] content only (1x, as text, _meta reached the model)',
  mirror: 'payload twice (as text)',
  no_content_key: STRUCTURED,
  sc_empty: CONTENT,
  sc_null: CONTENT,
  sc_string: BOTH,
  schema_match: BOTH,
  schema_mismatch: BOTH,
  structured_only: STRUCTURED,
  summary_and_data: BOTH,
  with_image: BOTH,
  with_meta: `[…] and {…} (content 1x, structuredContent 1x, as text${WITH_META}`,
};

const twice = (verdict: string): string => verdict.replaceAll('1x', '2x').replace('payload twice', 'payload 4x');

const base64 = (name: string): string => {
  if (honest[name] === STRUCTURED) return '{…} structuredContent only (1x, as base64)';
  return '[…] and {…} (content 1x as text, structuredContent 1x as base64)';
};

/** Every mutant, and what it shows of all 17 scenarios: what differs from the honest client is written out. */
const mutants: Record<string, Table> = {
  honest,
  'content-only': {
    ...all(CONTENT),
    empty_object: NOTHING,
    mirror: 'payload once (as text)',
    no_content_key: NOTHING,
    structured_only: NOTHING,
  },
  'structured-preferred': {
    ...all(STRUCTURED),
    empty_object: NOTHING,
    large: CONTENT,
    meta_only: CONTENT,
    mirror: 'payload once (as text)',
    sc_empty: '"…" placeholder, no fixture field: "{}"',
    sc_null: CONTENT,
  },
  'both-twice': Object.fromEntries(names.map((name) => [name, twice(honest[name] ?? '')])),
  // An empty envelope cannot be told from other words.
  'whole-envelope': { ...all(ENVELOPE), empty_object: '"…" placeholder, no fixture field: "{}"' },
  'xml-envelope': {
    ...all('⟨…⟩ whole envelope (as XML)'),
    empty_object: String.raw`"…" placeholder, no fixture field: "<mcp_result>\n{}\n</mcp_result>"`,
  },
  'error-text-dropped': {
    ...honest,
    is_error: '"…" client error text, no fixture field: "The tool reported an error."',
  },
  'cut-at-500': { ...honest, large: '[…] content in part (head, as text)' },
  'structured-base64': {
    ...all(CONTENT),
    ...Object.fromEntries(
      names.filter((name) => /structuredContent|\{…\}/.test(honest[name] ?? '')).map((name) => [name, base64(name)]),
    ),
    empty_object: NOTHING,
    mirror: 'payload twice (as text and as base64)',
  },
  'image-part': {
    ...honest,
    with_image: '[…] and {…} (content 1x, structuredContent 1x, as text, image as image part)',
  },
  'never-offered': all('tool not offered to the model'),
  'never-called': all('inconclusive: call-not-on-wire'),
  'crash-before-call': all('inconclusive: crashed'),
  hang: all('inconclusive: hung'),
};

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let model: Awaited<ReturnType<typeof startMockedModel>>;
let fixture: Awaited<ReturnType<typeof startHttpFixture>>;
let workspace: Awaited<ReturnType<typeof makeWorkspace>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutants-'));
  [model, fixture, workspace] = await Promise.all([startMockedModel(), startHttpFixture(), makeWorkspace()]);
});

afterAll(async () => {
  await Promise.all([model.close(), fixture.close(), workspace.remove(), rm(folder, { recursive: true })]);
});

it.each(Object.entries(mutants).slice(1))('%s differs from the honest client in a cell', (_mutant, expected) => {
  expect(expected).not.toEqual(honest);
});

describe.each(Object.entries(mutants))('the mutant %s', (mutant, expected) => {
  it('gets the verdict that its fault deserves in all 17 scenarios', async () => {
    expect(await verdicts(mutant, 'isolated')).toEqual(expected);
  });

  it('gets the same verdicts when all scenarios share one process and one conversation', async () => {
    expect(await verdicts(mutant, 'session')).toEqual(expected);
  });
});

async function verdicts(mutant: string, mode: 'isolated' | 'session'): Promise<Table> {
  const form = await readFile(join(import.meta.dirname, 'driver.json'), 'utf8');
  const path = join(folder, `${mutant}.json`);
  await writeFile(
    path,
    form.replaceAll('MUTANT', mutant).replace('"client": "mutant"', `"client": "mutant-${mutant}"`),
  );
  const driver = await readDriver(path);
  const known = { scenarios: resultScenarios, standard: resultScenarios, calibration };
  const { cells } = planRuns(driver, '1', known, { server: 'both' });
  const options = {
    // Only the mutant that hangs reaches the limit; the others end by themselves, however slow the machine is.
    stage: {
      root,
      driver,
      workspace,
      model,
      fixture,
      timeoutSeconds: mutant === 'hang' ? 3 : 60,
      cancel: new AbortController().signal,
    },
    runs: join(folder, 'runs'),
    // A client that hangs costs nothing but time.
    jobs: mutant === 'hang' ? 18 : 3,
    finished: new Set<string>(),
    note: () => Promise.resolve(),
    listener: () => undefined,
  };
  const outcomes = await (mode === 'session' ? runSessions : runPlan)(cells, options);
  return Object.fromEntries(
    outcomes.map((outcome) => [
      outcome.run.scenario.replace('tools.result.', ''),
      outcome.kind === 'judged' ? outcome.record.verdict.short : `inconclusive: ${outcome.inconclusive.reason}`,
    ]),
  );
}
