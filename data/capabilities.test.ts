import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../scenarios/index.ts';
import type { Scenario } from '../scenarios/types.ts';
import { isForm } from './forms.ts';
import type { Capability } from './types/capabilities.ts';

// What ingest reads off the wire of a run, whatever scenario it is of.
const declared = [
  'elicitation',
  'elicitation.form',
  'elicitation.url',
  'extensions',
  'roots',
  'roots.listChanged',
  'sampling',
  'sampling.tools',
  'tasks',
];

async function capabilities(): Promise<Capability[]> {
  const tree: unknown = JSON.parse(await readFile(new URL('capabilities.json', import.meta.url), 'utf8'));
  if (!isForm('capabilities', tree)) throw new TypeError('The file does not fit capabilities.schema.json.');
  return tree.capabilities;
}

describe('data/capabilities.json', () => {
  it('has the rows of the published table, in its order, and its groups', async () => {
    const file = new URL('published/hermes-agent@0.23.0+689.ga9ff979.json', import.meta.url);
    const published: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isForm('published', published)) throw new TypeError('The file does not fit published.schema.json.');
    const rows = (await capabilities()).filter(({ kind }) => kind !== 'evidence');
    expect(rows.map(({ id, kind }) => ({ id, group: kind === 'group' }))).toEqual(
      published.capabilities?.map(({ id, group }) => ({ id, group })),
    );
  });

  it('has seven ids for evidence only', async () => {
    const evidence = (await capabilities()).filter(({ kind }) => kind === 'evidence').map(({ id }) => id);
    expect(evidence.sort()).toEqual([
      'apps.visibility',
      'protocol.versions',
      'roots.listChanged',
      'tools.result.audience',
      'tools.result.isError',
      'tools.result.media',
      'tools.result.outputSchema',
    ]);
  });

  it('calls the last group "Beyond the spec", which no revision knows', async () => {
    const beyond = (await capabilities()).filter(({ id }) => id.startsWith('bonusFeatures'));
    expect(beyond[0]).toMatchObject({ kind: 'group', title: 'Beyond the spec' });
    expect(beyond.filter(({ specification }) => Object.keys(specification).length > 0)).toEqual([]);
  });

  it('has children under every group, and a parent for every row', async () => {
    const all = await capabilities();
    const parents = new Set(all.map(({ id }) => parentOf(id)));
    expect(all.filter(({ id, kind }) => kind === 'group' && !parents.has(id))).toEqual([]);
    const ids = new Set(['', ...all.map(({ id }) => id)]);
    expect(all.filter(({ id, kind }) => kind !== 'evidence' && !ids.has(parentOf(id)))).toEqual([]);
  });

  it('knows what every scenario proves', async () => {
    const ids = new Set((await capabilities()).map(({ id }) => id));
    expect(scenarios.filter(({ capability }) => !ids.has(capability))).toEqual([]);
    expect(scenarios.flatMap(proven).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('says what is measured where a scenario asks or a client declares, and nowhere else', async () => {
    const asked = new Set([...declared, ...scenarios.flatMap(proven)]);
    const wrong = (await capabilities()).filter(({ id, measured }) => (measured !== null) !== asked.has(id));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('names no revision for a row that its parent is not known to', async () => {
    const all = await capabilities();
    const known = new Map(all.map(({ id, specification }) => [id, Object.keys(specification)]));
    const early = all.filter(({ id, specification }) => {
      const parent = known.get(parentOf(id));
      return parent !== undefined && Object.keys(specification).some((revision) => !parent.includes(revision));
    });
    expect(early.map(({ id }) => id)).toEqual([]);
  });
});

function parentOf(id: string): string {
  return id.slice(0, Math.max(id.lastIndexOf('.'), 0));
}

/** What the checks of a scenario count for. */
function proven({ capability, judgement }: Scenario): string[] {
  if (judgement.kind !== 'fields') return [capability];
  return judgement.checks.flatMap(({ proves = capability }) => (proves === null ? [] : [proves]));
}
