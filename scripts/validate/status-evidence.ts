import type { ClientEntry, TypedEvidence } from '../../data/types/clients.ts';
import type { DerivedEvidence, VerifiedOverlay } from '../../data/types/verified.ts';
import { parentOf } from './capability-tree.ts';
import { derivedAgain } from './derived-again.ts';
import type { Linter, Problem, Stored } from './linter.ts';
import { valuesOf } from './value-of.ts';

/** A status stands on evidence: typed on a reading or a publication, derived on the records of its runs. */
export const statusEvidence: Linter = {
  name: 'status-evidence',
  description:
    'A typed status has a reading of its version or a publication, an inherited one evidence of its parent, a derived one the records that give it; a version that we run has no typed status.',
  check: (stored) => {
    const overlays = new Map(valuesOf(stored.files, 'verified').map(({ value }) => [value.client, value]));
    const typed = valuesOf(stored.files, 'clients').flatMap(({ path, value }) =>
      value.clients.flatMap((client) => checkClient(client, overlays.get(client.id), stored).map(told(path))),
    );
    const derived = valuesOf(stored.files, 'verified').flatMap(({ path, value }) =>
      checkDerived(value, stored).map(told(path)),
    );
    return [...typed, ...derived];
  },
};

function told(path: string): (text: string) => Problem {
  return (text) => ({ path, text });
}

function checkClient(client: ClientEntry, overlay: VerifiedOverlay | undefined, { capabilities }: Stored): string[] {
  const readings = new Map(client.readings.map((reading) => [reading.commit, reading]));
  const run = new Set(overlay?.records.map(({ clientVersion }) => clientVersion));
  const known = new Set([...client.evidence, ...(overlay?.evidence ?? [])].map(placeOf));
  return client.evidence.flatMap((evidence) => {
    const status = `the status of ${evidence.capability} of ${client.id}@${evidence.clientVersion}`;
    return [
      ...(run.has(evidence.clientVersion)
        ? [`Expected ${status} to be left to ingest, as we run that version, got ${evidence.status}.`]
        : []),
      ...(capabilities.get(evidence.capability) === 'group'
        ? [
            `Expected no status of ${evidence.capability} of ${client.id}@${evidence.clientVersion}, which is a heading, got ${evidence.status}.`,
          ]
        : []),
      ...checkReading(evidence, readings).map((text) => `Expected ${status} to rest on ${text}.`),
      ...checkParent(evidence, known).map((text) => `Expected ${status} to be inherited from ${text}.`),
    ];
  });
}

function checkReading(
  { source, clientVersion }: TypedEvidence,
  readings: Map<string, ClientEntry['readings'][number]>,
): string[] {
  if (!('reading' in source)) return [];
  const reading = readings.get(source.reading);
  if (reading === undefined) return [`a reading of its client, got "${source.reading}"`];
  return reading.clientVersion === clientVersion
    ? []
    : [`a reading of its version, got one of ${reading.clientVersion} (${source.reading})`];
}

function checkParent({ inherited, ...evidence }: TypedEvidence, known: Set<string>): string[] {
  const parent = parentOf(evidence.capability);
  if (inherited !== true || (parent !== undefined && known.has(placeOf({ ...evidence, capability: parent }))))
    return [];
  return [`evidence of its parent, ${evidence.tier} too, found none`];
}

function placeOf({
  capability,
  clientVersion,
  tier,
}: Pick<TypedEvidence, 'capability' | 'clientVersion'> & { tier: string }) {
  return [capability, clientVersion, tier].join('\n');
}

function checkDerived(overlay: VerifiedOverlay, stored: Stored): string[] {
  const again = derivedAgain(overlay, stored);
  const nameOf = ({ capability, clientVersion, tier, revisions }: DerivedEvidence): string =>
    `${capability} of ${overlay.client}@${clientVersion}, ${tier} at ${revisions.join(', ')}`;
  const expected = new Map(again.map((evidence) => [nameOf(evidence), evidence]));
  const found = new Map(overlay.evidence.map((evidence) => [nameOf(evidence), evidence]));
  const wrong = [...found].flatMap(([name, { status, runs }]) => {
    const right = expected.get(name);
    if (right === undefined) return [`Expected records or declarations that show ${name}, found none. Run ingest.`];
    if (right.status !== status)
      return [`Expected ${name} to be ${right.status}, as its runs show, got ${status}. Run ingest.`];
    return right.runs.join('\n') === runs.join('\n')
      ? []
      : [`Expected ${name} to rest on the runs that show it, got others. Run ingest.`];
  });
  const missing = [...expected.keys()].filter((name) => !found.has(name));
  return [...wrong, ...missing.map((name) => `Expected the status of ${name}, found none. Run ingest.`)];
}
