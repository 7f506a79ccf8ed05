import type { ClientEntry } from '../../data/types/clients.ts';
import { cell, code } from '../markdown.ts';
import type { Evidence } from '../registry/evidence.ts';
import { counted } from '../streams.ts';
import { anchorOf, repositoryLink, webLink } from './links.ts';

/** What a card needs to know to lead from a status to what is behind it. */
export interface Backing {
  readings: ClientEntry['readings'];
  /** The version whose verdicts the card lists. */
  probed: string | undefined;
  /** The capabilities that the card lists verdicts under. */
  listed: ReadonlySet<string>;
}

/** `text` as a link to what is behind `evidence`: the verdicts of the card, a run's folder, a reading, a page. */
export function linkToSource(text: string, evidence: Evidence, backing: Backing): string {
  const { source } = evidence;
  switch (source.kind) {
    case 'runs':
      if (isListed(evidence, backing)) return `[${text}](#${anchorOf('verdicts', evidence.capability)})`;
      return repositoryLink(text, source.runs[0] ?? '');
    case 'reading':
      if (!backing.readings.some(({ commit }) => commit === source.commit)) return text;
      return `[${text}](#${anchorOf('reading', source.commit)})`;
    case 'publication':
      return webLink(source.publication.url, text);
    default:
      return source satisfies never;
  }
}

/** One piece of evidence in a few words: its tier, its day and its source. */
export function describedSource(evidence: Evidence, backing: Backing): string {
  const { source, tier, date } = evidence;
  const head = `${tier} ${cell(date)}`;
  switch (source.kind) {
    case 'runs': {
      const runs = counted(source.runs.length, 'run');
      if (isListed(evidence, backing)) return `${head}, ${linkToSource(runs, evidence, backing)}`;
      const others = source.runs.length - 1;
      const more = others > 0 ? ` and ${counted(others, 'more run', 'more runs')}` : '';
      return `${head}, ${linkToSource(code(placeOf(source.runs[0] ?? '')), evidence, backing)}${more}`;
    }
    case 'reading':
      return `${head}, at ${linkToSource(code(source.commit.slice(0, 8)), evidence, backing)}`;
    case 'publication': {
      const { publisher, title, url } = source.publication;
      return `${head}, by ${cell(publisher)}: ${webLink(url, title)}`;
    }
    default:
      return source satisfies never;
  }
}

/** What is shown by checks of other capabilities' scenarios alone has no verdicts below a heading of its own. */
function isListed({ capability, clientVersion, tier }: Evidence, { probed, listed }: Backing): boolean {
  return tier === 'probed' && clientVersion === probed && listed.has(capability);
}

/** The part of a run's path that tells it from others of its version. */
function placeOf(run: string): string {
  return run.split('/').slice(2).join('/');
}
