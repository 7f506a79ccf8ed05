import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case, Figure } from './figure.ts';
import { VERSIONS, writeRegistry } from './large-registry.ts';
import type { ProgramOptions } from './programs.ts';

/** Runs `node ARG…` and measures it. */
export type RunNode = (
  args: string[],
  options?: Partial<Pick<ProgramOptions, 'cwd' | 'exitCodes' | 'memory'>>,
) => Promise<Figure>;

const RECORDS = 500;

/** The verbs that read all of a registry, on one of so many clients, which is made when the first of them is measured. */
export function largeCases(
  clients: number,
  { root, folder, node }: { root: string; folder: string; node: RunNode },
): Case[] {
  const registry = join(folder, `registry-of-${clients}`);
  let made: Promise<unknown> | undefined;
  const verb = async (exitCodes: number[], ...args: string[]): Promise<Figure> => {
    made ??= mkdir(registry).then(() => writeRegistry(root, registry, { clients, records: RECORDS }));
    await made;
    return node([join(root, 'dist/mcp-client-probe.js'), ...args], { cwd: registry, exitCodes, memory: true });
  };
  return [
    {
      name: `build-cards-${clients}`,
      title: `build-cards, ${clients} clients`,
      async measure() {
        // A first build: every page is written.
        for (const pages of ['cards', 'docs']) await rm(join(registry, pages), { recursive: true, force: true });
        return verb([0], 'build-cards');
      },
    },
    {
      name: `diff-${clients}`,
      title: `diff, ${clients} clients`,
      measure: () => verb([1], 'diff', ...VERSIONS.map((version) => `git:${version}`)),
    },
  ];
}
