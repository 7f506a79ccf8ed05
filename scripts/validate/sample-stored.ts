import { canonicalJson } from '../../data/canonical-json.ts';
import type { Capability } from '../../data/types/capabilities.ts';
import type { ClientEntry } from '../../data/types/clients.ts';
import type { ResearchNote } from '../../data/types/note.ts';
import type { VerifiedOverlay, VerifiedRecord } from '../../data/types/verified.ts';
import { digestOf } from '../evidence/digest.ts';
import { sampleRecord } from '../evidence/sample.ts';
import { makeOverlay } from '../ingest/make-overlay.ts';
import { laidOut } from './layout.ts';
import type { Stored } from './linter.ts';
import { storedFile } from './read-stored.ts';

/** For tests: what one sample run is called, and what its files hold. */
export const RUN = 'sample@1.0.0/default/both-stdio/tools.result.large';
export const CALIBRATION = 'sample@1.0.0/default/both-stdio/calibration';
const WIRE = '{"seq":1,"process":1,"dir":"c2s","text":"{}"}\n';
const MODEL =
  '{"seq":1,"dialect":"openai-chat","method":"POST","path":"/v1","body":"{}","status":200,"response":"{}"}\n';

const TREE: Capability[] = (['tools', 'tools.result', 'tools.result.content'] as const).map((id) => ({
  id,
  kind: id === 'tools' ? 'group' : 'capability',
  meaning: 'What it does.',
  measured: null,
  specification: { '2025-11-25': 'server/tools' },
  title: id,
}));

/**
 * For tests: the stored files of one sample run, of its calibration run, of its overlay and of all that is written by hand
 * about its client, in which every rule holds. `given` replaces the text of files by path, adds files, or takes them away
 * (`null`); what is below `cards/` and `docs/` is a page.
 */
export function sampleStored(given: Record<string, string | null> = {}): Stored {
  const files = Object.entries({ ...sampleFiles(), ...given }).flatMap(([path, text]): [string, string][] =>
    text === null ? [] : [[path, text]],
  );
  const isPage = (path: string): boolean => path.endsWith('.md');
  return {
    files: files.filter(([path]) => !isPage(path)).map(([path, text]) => storedFile(path, Buffer.from(text))),
    pages: files.filter(([path]) => isPage(path)).map(([path, text]) => ({ path, bytes: Buffer.from(text), text })),
    others: [],
    runs: 'runs',
    hasRuns: true,
    runFolders: [RUN, CALIBRATION],
    capabilities: new Map(TREE.map(({ id, kind }) => [id, kind])),
    clients: new Set(['sample']),
    exists: (path) => files.some(([file]) => file === path || file.startsWith(`${path}/`)),
    read: () => undefined,
  };
}

/** For tests: an entry of data/clients.json with a reading of version 0.9.0, which nobody runs, and its evidence. */
export function sampleClient(given: Partial<ClientEntry> = {}): ClientEntry {
  return {
    category: 'cli',
    description: 'A client.',
    evidence: [
      evidence({ capability: 'tools.result', note: 'Only some.', status: 'partial' }),
      evidence({ capability: 'tools.result.content', inherited: true }),
    ],
    id: 'sample',
    licence: null,
    notes: {},
    readings: [
      {
        authored: '2026-11-01',
        branch: 'main',
        clientVersion: '0.9.0',
        commit: 'abcdef0',
        date: '2026-11-02',
        paths: ['src'],
        platforms: ['linux'],
        prefers: '2025-11-25',
        publication: null,
        repository: 'https://example.com/sample',
        sdk: null,
        speaks: ['2025-06-18', '2025-11-25'],
      },
    ],
    sdk: null,
    source: null,
    title: 'Sample',
    vendor: 'Nobody',
    wireNames: ['sample'],
    ...given,
  };
}

/** For tests: a full status that somebody read in version 0.9.0 of the sample client. */
export function evidence(given: Partial<ClientEntry['evidence'][number]>): ClientEntry['evidence'][number] {
  return {
    capability: 'tools.result.content',
    clientVersion: '0.9.0',
    date: '2026-11-02',
    note: null,
    revisions: ['2025-11-25'],
    source: { reading: 'abcdef0' },
    status: 'full',
    tier: 'read',
    ...given,
  };
}

/** For tests: the text of data/clients.json with the sample client alone. */
export function clientsFile(given: Partial<ClientEntry> = {}): string {
  return laidOut({ clients: [sampleClient(given)] });
}

/** For tests: a note on the sample client. */
export function noteFile(given: Partial<ResearchNote> = {}): string {
  return laidOut({
    capabilities: ['tools.result'],
    clients: ['sample'],
    date: '2026-11-30',
    id: 'one-note',
    kind: 'nuance',
    revision: null,
    sources: [{ run: `runs/${RUN}` }],
    summary: 'It depends.',
    text: ['It depends on the run.'],
    title: 'One note',
    ...given,
  } satisfies ResearchNote);
}

/** For tests: the overlay of the sample run, changed by `change`. */
export function overlayFile(change: (overlay: VerifiedOverlay) => VerifiedOverlay = (overlay) => overlay): string {
  return canonicalJson(change(sampleOverlay()));
}

/** For tests: a baseline of `count` entries like the sample record, each in a config of its own. */
export function baselineFile(count: number, change: (index: number) => object = () => ({})): string {
  const [record] = sampleOverlay().records as [VerifiedRecord];
  const { clientVersion, date: _date, digest: _digest, path: _path, ...entry } = record;
  const entries = Array.from({ length: count }, (_, index) => ({
    ...entry,
    ...(index > 0 && { config: `config-${index}` }),
    ...change(index),
  }));
  return canonicalJson({ client: 'sample', clientVersion, entries });
}

function sampleOverlay(): VerifiedOverlay {
  const record = sampleRecord();
  const bytes = { record: Buffer.from(canonicalJson(record)), wire: Buffer.from(WIRE), model: Buffer.from(MODEL) };
  const made = [{ record, digest: digestOf(bytes), path: `runs/${RUN}` }];
  const capabilities = TREE.map(({ id }) => id);
  return makeOverlay('sample', made, undefined, { date: '2026-11-30', capabilities, asked: {} }).overlay;
}

function sampleFiles(): Record<string, string> {
  return {
    'README.md': '# Sample\n\nSee [the card](cards/sample.md#tools) and <https://example.com/>.\n',
    'cards/sample.md': `# Sample\n\n## Tools\n\n[a run](../runs/${RUN})\n`,
    'data/baselines/sample.json': baselineFile(1),
    'data/capabilities.json': laidOut({ capabilities: TREE }),
    'data/clients.json': clientsFile(),
    'data/notes/one-note.json': noteFile(),
    'data/verified/sample.json': overlayFile(),
    [`runs/${RUN}/record.json`]: canonicalJson(sampleRecord()),
    [`runs/${RUN}/wire.jsonl`]: WIRE,
    [`runs/${RUN}/model.jsonl`]: MODEL,
    [`runs/${CALIBRATION}/wire.jsonl`]: WIRE,
    [`runs/${CALIBRATION}/model.jsonl`]: MODEL,
  };
}
