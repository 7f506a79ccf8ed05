import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { CapabilityTree } from '../../data/types/capabilities.ts';
import type { PublishedVerdicts } from '../../data/types/published.ts';
import { runOf, shortName } from '../evidence/names.ts';
import { anchorOf } from './links.ts';

// The card of hermes-agent against the card that was published: field by field, read off the rendered Markdown.

const card = await readFile('cards/hermes-agent.md', 'utf8');
const published = JSON.parse(
  await readFile('data/published/hermes-agent@0.23.0+689.ga9ff979.json', 'utf8'),
) as PublishedVerdicts;
const { capabilities } = JSON.parse(await readFile('data/capabilities.json', 'utf8')) as CapabilityTree;

/** The cells of every row of the first table after `mark`, which begins with a heading of `columns` cells. */
function tableAfter(mark: string, head: string): string[][] {
  const from = card.indexOf(mark);
  expect(from, `${mark} is on the card`).toBeGreaterThan(0);
  const lines = card.slice(card.indexOf(head, from)).split('\n');
  const end = lines.indexOf('');
  return lines.slice(2, end).map((line) => line.slice(2, -2).split(/(?<!\\) \| /));
}

const HEAD = '| Capability | Status | Known by | At |';
const plain = (markdown: string): string => markdown.replaceAll(/\\([\\`*|<&~\]_])/g, '$1');
const spans = (markdown: string): string[] => [...markdown.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

describe('the table of capabilities', () => {
  const rows = tableAfter('## Capabilities', HEAD);
  const ids = capabilities.filter(({ kind }) => kind !== 'evidence').map(({ id }) => id);

  it('has the rows of the published one, in its order', () => {
    expect(published.capabilities?.map(({ id }) => id)).toEqual(ids);
    expect(rows).toHaveLength(ids.length);
    expect(rows.length).toBeGreaterThan(40);
  });

  it.each((published.capabilities ?? []).map((row, index) => ({ ...row, index })))(
    'shows $id as it was published',
    ({ id, index, status, knownBy, inherited, at, group }) => {
      const [name = '', shown = '', tiers = '', revisions = ''] = rows[index] ?? [];
      expect(name).toContain(plain(capabilities.find((one) => one.id === id)?.title ?? ''));
      const glyph = { full: '●', partial: '◐', unsupported: '○', untested: '·' };
      const unknown = group ? '' : '— not recorded';
      expect({
        shown,
        tiers: [...tiers.matchAll(/\[(\w+)\]\(/g)].map(([, tier]) => tier),
        inherited: tiers.endsWith(' ⇧'),
        revisions: spans(revisions),
      }).toEqual({
        shown: status === null ? unknown : `[${glyph[status]} ${status}](#${anchorOf('evidence', id)})`,
        tiers: knownBy,
        inherited,
        revisions: at === null ? [] : [at],
      });
    },
  );
});

describe('the published verdicts', () => {
  const mark = `Published by ${published.source.publisher}`;
  const wanted = published.records
    .map(({ scenario, config, protocolVersion, verdict, ...run }) =>
      [shortName(scenario), config, runOf(run), protocolVersion, verdict].join(' · '),
    )
    .sort();

  it('are all there: scenario, config, run, revision and verdict', () => {
    const rows = tableAfter(mark, '| Scenario | Config | Run | At | Verdict |').map((cells) => cells.map(plain));
    const shown = rows.map(([scenario, config, run, at = '', verdict]) =>
      [scenario, config, run, spans(at).join(), verdict].join(' · '),
    );
    expect(wanted).toHaveLength(85);
    expect(shown.sort()).toEqual(wanted);
  });

  it('are all in the folded rows as well', () => {
    const rows = tableAfter(mark, '| Scenario | Runs | At | Verdict |').map((cells) =>
      cells.map((text) => plain(text.replaceAll(/\*\*|≠/g, '')).trim()),
    );
    for (const { scenario, config, protocolVersion, verdict, ...run } of published.records) {
      const holds = rows.filter(
        ([name, runs = '', at = '', short]) =>
          name === shortName(scenario) &&
          short === verdict &&
          spans(at).includes(protocolVersion) &&
          (runs === 'all 5 runs' || runs.split(', ').includes(`${config}/${runOf(run)}`)),
      );
      expect(holds, `${scenario} ${config} ${runOf(run)}`).toHaveLength(1);
    }
  });

  it('are credited to their publisher, with address and date', () => {
    const section = card.slice(card.indexOf(mark), card.indexOf('| Scenario |', card.indexOf(mark)));
    for (const text of [published.source.url, published.source.date, published.clientVersion, 'raise no status'])
      expect(section).toContain(text);
  });
});

describe('the disagreements', () => {
  it('are the four that were published', () => {
    const section = card.slice(card.indexOf('## Where the evidence disagrees'));
    const lines = section.slice(0, section.indexOf('\n## ', 3)).split('\n');
    const shown = lines
      .filter((line) => line.startsWith('- '))
      .map((line) => {
        const [, capability = ''] = /^- \*\*\[([^\]]+)\]/.exec(line) ?? [];
        const [recorded, at, declared] = spans(line);
        expect(line).toContain('but declared-tier evidence at');
        return { at, capability: plain(capability), declared, recorded };
      });
    expect(shown).toHaveLength(4);
    const byId = (a: { capability: string }, b: { capability: string }): number =>
      a.capability < b.capability ? -1 : 1;
    expect(shown.sort(byId)).toEqual([...(published.disagreements ?? [])].sort(byId));
  });
});
