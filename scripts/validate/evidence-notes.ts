import type { ClientEntry } from '../../data/types/clients.ts';
import { laidOut } from './layout.ts';
import type { Linter, Problem, StoredFile } from './linter.ts';
import { valueOf, valuesOf } from './value-of.ts';

/** The end of a sentence, with what may close around it. */
const END = /[.!?…][)\]"'”’`]*$/;

/** What a status leaves out is said, in whole sentences. */
export const evidenceNotes: Linter = {
  name: 'evidence-notes',
  description:
    'A status that is partial, unsupported or untested has a note; notes, meanings and summaries end in a full stop.',
  check: ({ files }) => [...files.flatMap(unended), ...unexplained(files)],
  fix: (file) => {
    if (endless(file).length === 0) return undefined;
    const json: unknown = structuredClone(file.json);
    for (const { holder, key, text } of endless({ ...file, json })) holder[key] = `${text.trimEnd()}.`;
    return laidOut(json);
  },
};

function unended(file: StoredFile): Problem[] {
  return endless(file).map(({ name, text }) => ({
    path: file.path,
    text: `Expected ${name} to end in a full stop, got "…${text.slice(-30)}".`,
  }));
}

/** A text, where it stands, and what a message calls it. */
interface Sentence {
  holder: Record<string, unknown>;
  key: string;
  name: string;
  text: string;
}

function endless(file: StoredFile): Sentence[] {
  return sentences(file).filter(({ text }) => !END.test(text));
}

function sentences(file: StoredFile): Sentence[] {
  const note = valueOf(file, 'note');
  return [
    ...(note === undefined ? [] : at(note, 'summary', 'the summary')),
    ...(valueOf(file, 'capabilities')?.capabilities ?? []).flatMap((capability) => [
      ...at(capability, 'meaning', `the meaning of ${capability.id}`),
      ...at(capability, 'measured', `what is measured of ${capability.id}`),
    ]),
    ...(valueOf(file, 'clients')?.clients ?? []).flatMap((client) => [
      ...client.evidence.flatMap((evidence) =>
        at(evidence, 'note', `the note on ${evidence.capability} of ${client.id}`),
      ),
      ...Object.keys(client.notes).flatMap((id) => at(client.notes, id, `the note on ${id} of ${client.id}`)),
      ...client.readings.flatMap(({ commit, sdk }) =>
        sdk === null ? [] : at(sdk, 'note', `the note on the SDK in reading ${commit} of ${client.id}`),
      ),
    ]),
  ];
}

function at(holder: object, key: string, name: string): Sentence[] {
  const text: unknown = Object.entries(holder).find(([each]) => each === key)?.[1];
  return typeof text === 'string' ? [{ holder: holder as Record<string, unknown>, key, name, text }] : [];
}

function unexplained(files: StoredFile[]): Problem[] {
  const clients = valuesOf(files, 'clients').flatMap(({ path, value }) =>
    value.clients.map((client) => ({ path, client })),
  );
  const notesOf = new Map(clients.map(({ client }) => [client.id, client.notes]));
  const typed = clients.flatMap(({ path, client }) =>
    client.evidence
      .filter((each) => isUnexplained(each, client.notes))
      .map((each) => ({ path, text: told(each, client.id) })),
  );
  const derived = valuesOf(files, 'verified').flatMap(({ path, value: { client, evidence } }) =>
    evidence
      .filter((each) => isUnexplained(each, notesOf.get(client) ?? {}))
      .map((each) => ({ path, text: told(each, client) })),
  );
  return [...typed, ...derived];
}

interface Noted {
  capability: string;
  clientVersion: string;
  status: string;
  note: string | null;
}

function isUnexplained({ capability, note, status }: Noted, notes: ClientEntry['notes']): boolean {
  return status !== 'full' && note === null && !Object.hasOwn(notes, capability);
}

function told({ capability, clientVersion, status }: Noted, client: string): string {
  return `Expected a note on ${capability} of ${client}@${clientVersion}, as it is ${status}, found none.`;
}
