import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../scenarios/index.ts';
import { isForm } from './forms.ts';
import type { Capability } from './types/capabilities.ts';

async function capabilities(): Promise<Capability[]> {
  const tree: unknown = JSON.parse(await readFile(new URL('capabilities.json', import.meta.url), 'utf8'));
  if (!isForm('capabilities', tree)) throw new TypeError('The file does not fit capabilities.schema.json.');
  return tree.capabilities;
}

describe('data/capabilities.json', () => {
  it('has the rows of a card in the order of its table', async () => {
    const rows = (await capabilities()).filter(({ kind }) => kind !== 'evidence').map(({ id }) => id);
    expect(rows.join(' ')).toBe(
      [
        'transports transports.stdio transports.streamableHttp transports.sse authentication authentication.oauth authentication.headers',
        'tools tools.listChanged tools.result tools.result.content tools.result.structuredContent tools.result._meta',
        'resources resources.listChanged resources.subscribe prompts prompts.listChanged completions sampling sampling.tools',
        'elicitation elicitation.form elicitation.url roots logging instructions icons tasks jsonSchema extensions bonusFeatures',
        'bonusFeatures.modelInitiatedResourceRead bonusFeatures.toolDescriptionScrubbing bonusFeatures.deferredToolLoading',
        'bonusFeatures.resultSpillover bonusFeatures.sessionRecovery bonusFeatures.nonMcpEndpointDetection bonusFeatures.eventsExtension',
        'bonusFeatures.trustTiers bonusFeatures.declaredToolCosts bonusFeatures.lazyServerStart',
      ].join(' '),
    );
  });

  it('has six ids for evidence only', async () => {
    const evidence = (await capabilities()).filter(({ kind }) => kind === 'evidence').map(({ id }) => id);
    expect(evidence.sort()).toEqual([
      'apps.visibility',
      'roots.listChanged',
      'tools.result.audience',
      'tools.result.isError',
      'tools.result.media',
      'tools.result.outputSchema',
    ]);
  });

  it('calls the last group "Beyond the spec"', async () => {
    expect((await capabilities()).find(({ id }) => id === 'bonusFeatures')).toMatchObject({
      kind: 'group',
      title: 'Beyond the spec',
    });
  });

  it('knows what every scenario proves', async () => {
    const ids = new Set((await capabilities()).map(({ id }) => id));
    expect(scenarios.filter(({ capability }) => !ids.has(capability))).toEqual([]);
  });
});
