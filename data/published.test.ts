import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { resultScenarios } from '../scenarios/index.ts';
import { canonicalJson } from './canonical-json.ts';
import { isForm } from './forms.ts';

const file = new URL('published/hermes-agent@0.23.0+689.ga9ff979.json', import.meta.url);

describe('what was published of Hermes Agent', () => {
  it('is 85 verdicts: every result scenario in five cells', async () => {
    const text = await readFile(file, 'utf8');
    const published: unknown = JSON.parse(text);
    if (!isForm('published', published)) throw new TypeError('The file does not fit published.schema.json.');
    expect(text).toBe(canonicalJson(published));
    const cells = ['default/http', 'default/stdio', 'legacy/stdio', 'stateless/stdio', 'tool-search-off/stdio'];
    const rows = published.records.map(
      ({ scenario, capability, config, transport }) => `${scenario} ${capability} ${config}/${transport}`,
    );
    expect(rows.sort()).toEqual(
      resultScenarios.flatMap(({ id, capability }) => cells.map((cell) => `${id} ${capability} ${cell}`)).sort(),
    );
    expect(published.records).toHaveLength(85);
  });

  it('holds the verdicts word for word', async () => {
    const { records } = JSON.parse(await readFile(file, 'utf8')) as { records: { verdict: string }[] };
    const digest = createHash('sha256')
      .update(records.map(({ verdict }) => verdict).join('\n'))
      .digest('hex');
    expect(digest).toBe('68dd6bfb16fbec5ae5137121196762632aa4c88a861310def23ad1034bd4f60f');
  });

  it('holds its table of 42 rows and its four disagreements, field by field', async () => {
    const published: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isForm('published', published)) throw new TypeError('The file does not fit published.schema.json.');
    const { capabilities = [], disagreements = [] } = published;
    expect([capabilities.length, disagreements.length]).toEqual([42, 4]);
    const lines = [
      ...capabilities.map(
        ({ id, status, knownBy, inherited, at }) => `${id} ${status} ${knownBy.join(',')} ${inherited} ${at}`,
      ),
      ...disagreements.map(({ capability, recorded, declared, at }) => `${capability} ${recorded} ${declared} ${at}`),
    ];
    expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(
      '5f451aadef0f436f98965f9e7c2173fb1894bb8449a3c25188ba1598f96a3277',
    );
  });
});
