import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Forms, isForm } from './forms.ts';
import type { ClientEntry, TypedEvidence } from './types/clients.ts';

const tiers = ['read', 'declared', 'claimed'];

async function read<Name extends keyof Forms>(form: Name, path: string): Promise<Forms[Name]> {
  const value: unknown = JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'));
  if (!isForm(form, value)) throw new TypeError(`Expected data/${path} to fit ${form}.schema.json.`);
  return value;
}

async function clients(): Promise<ClientEntry[]> {
  return (await read('clients', 'clients.json')).clients;
}

async function hermes(): Promise<ClientEntry> {
  const entry = (await clients()).find(({ id }) => id === 'hermes-agent');
  if (entry === undefined) throw new TypeError('Expected hermes-agent in data/clients.json.');
  return entry;
}

/** All evidence for a capability, the highest tier first. */
function about(evidence: TypedEvidence[], capability: string): TypedEvidence[] {
  return evidence
    .filter((one) => one.capability === capability)
    .sort((a, b) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier));
}

describe('data/clients.json', () => {
  it('says of Hermes Agent what the published table says, field by field', async () => {
    const { evidence } = await hermes();
    const published = await read('published', 'published/hermes-agent@0.23.0+689.ga9ff979.json');
    const rows = (published.capabilities ?? []).map(({ group, id }) => {
      const found = about(evidence, id);
      return {
        at: found[0]?.revisions.at(-1) ?? null,
        group,
        id,
        inherited: found[0]?.inherited ?? false,
        knownBy: found.map(({ tier }) => tier),
        status: found[0]?.status ?? null,
      };
    });
    expect(rows).toEqual(published.capabilities);
    expect(evidence.filter(({ clientVersion }) => clientVersion !== published.clientVersion)).toEqual([]);
    expect(evidence.filter(({ capability }) => !rows.some(({ id }) => id === capability))).toEqual([]);
  });

  it('disagrees about Hermes Agent where the published card does', async () => {
    const { evidence } = await hermes();
    const published = await read('published', 'published/hermes-agent@0.23.0+689.ga9ff979.json');
    const capabilities = [...new Set(evidence.map(({ capability }) => capability))];
    const disagreements = capabilities.flatMap((capability) => {
      const [best, ...lower] = about(evidence, capability);
      return lower
        .filter(({ status }) => status !== best?.status)
        .map(({ revisions, status, tier }) => ({
          at: revisions[0],
          capability,
          [tier]: status,
          recorded: best?.status,
        }));
    });
    expect(disagreements).toHaveLength(4);
    expect(disagreements).toEqual(published.disagreements);
  });

  it('holds no status for a version that we run', async () => {
    const names = (await readdir(new URL('verified/', import.meta.url))).filter((name) => name.endsWith('.json'));
    expect(names).not.toEqual([]);
    const run = new Set<string>();
    for (const name of names) {
      // Whatever else an overlay holds: the versions are all that is asked for.
      const overlay = JSON.parse(await readFile(new URL(`verified/${name}`, import.meta.url), 'utf8')) as Overlay;
      for (const { clientVersion } of overlay.records) run.add(`${overlay.client}@${clientVersion}`);
    }
    const typed = (await clients()).flatMap(({ id, evidence }) =>
      evidence.map(({ capability, clientVersion }) => ({ capability, version: `${id}@${clientVersion}` })),
    );
    expect(typed.filter(({ version }) => run.has(version))).toEqual([]);
    expect(typed.length).toBeGreaterThan(0);
  });

  it('holds each status once for a version and tier', async () => {
    const keys = (await clients()).flatMap(({ id, evidence }) =>
      evidence.map(({ capability, clientVersion, tier }) => `${id}@${clientVersion} ${capability} ${tier}`),
    );
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('explains what is not full, in sentences', async () => {
    const evidence = (await clients()).flatMap((client) => client.evidence);
    expect(evidence.filter(({ note, status }) => status !== 'full' && note === null)).toEqual([]);
    expect(evidence.filter(({ note }) => note !== null && !note.endsWith('.'))).toEqual([]);
  });

  it('names readings that it holds, of the same version and day', async () => {
    const wrong = (await clients()).flatMap(({ evidence, readings }) =>
      evidence.filter(
        ({ clientVersion, date, source }) =>
          'reading' in source &&
          !readings.some(
            (reading) =>
              reading.commit === source.reading && reading.clientVersion === clientVersion && reading.date === date,
          ),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('lists every name that our runs saw on the wire', async () => {
    const runs = new URL('../runs/', import.meta.url);
    const folders = (await readdir(runs)).filter((name) => name.includes('@'));
    const listed = new Map((await clients()).map(({ id, wireNames }) => [id, wireNames]));
    for (const folder of folders) {
      const file = new URL(`${encodeURIComponent(folder)}/default/both-stdio/calibration/wire.jsonl`, runs);
      const seen = (await readFile(file, 'utf8')).matchAll(/clientInfo\\":\{\\"name\\":\\"([^"\\]+)/g);
      const client = folder.slice(0, folder.lastIndexOf('@'));
      expect({ client, names: [...new Set([...seen].map(([, name]) => name))] }).toEqual({
        client,
        names: [expect.toBeOneOf(listed.get(client) ?? [])],
      });
    }
    expect(folders.length).toBeGreaterThan(0);
  });
});

interface Overlay {
  client: string;
  records: { clientVersion: string }[];
}
