import { createHash } from 'node:crypto';
import type { Reading } from '../../data/types/clients.ts';
import type { VerifiedRecord } from '../../data/types/verified.ts';
import { cell, code } from '../markdown.ts';
import { anchored, anchorOf, webLink } from './links.ts';
import { prose } from './research-text.ts';

/** Who read what. Texts are Markdown. */
export interface ReadingView {
  text: string;
  /** What the SDK row leaves out; null where nothing. */
  sdk: string | null;
  paths: string[];
}

/** The readings of a client's source, the newest first, each with the anchor that its evidence leads to. */
export function readingViews(readings: Reading[]): ReadingView[] {
  return newestFirst(readings).map((reading) => {
    const { authored, branch, clientVersion, commit, date, publication, repository } = reading;
    const by =
      publication === null
        ? ''
        : ` Published by ${cell(publication.publisher)}: ${webLink(publication.url, publication.title)}, ${cell(publication.date)}.`;
    return {
      text: `${anchored(anchorOf('reading', commit))}Version ${code(clientVersion)} read at ${code(commit)} on ${cell(date)}, from ${code(branch)} of ${webLink(repository)}; the commit is of ${cell(authored)}.${by}`,
      sdk: reading.sdk?.note == null ? null : prose(reading.sdk.note),
      paths: reading.paths.map(code),
    };
  });
}

/** Readings, the newest first. */
export function newestFirst(readings: Reading[]): Reading[] {
  return readings.toSorted((a, b) => (a.date < b.date ? 1 : -1));
}

/** One digest for all the evidence of a card: sha256 over the digests of its records, a line each, in their order. */
export function digestOf(records: VerifiedRecord[]): string {
  const hash = createHash('sha256');
  for (const { digest } of records) hash.update(`${digest}\n`);
  return `sha256:${hash.digest('hex')}`;
}
