import { build } from 'esbuild';

/** The values that a build puts in. */
export const built = { version: '9.8.7', title: 'A client under test', websiteUrl: 'https://client.example/' };

/**
 * Bundles the client as its build does, one CommonJS file for Node.
 *
 * @param outfile where the file goes
 * @param external packages that are left out of it
 */
export async function buildClient(outfile: string, external: string[] = []): Promise<void> {
  await build({
    entryPoints: [new URL('../../main.ts', import.meta.url).pathname],
    outfile,
    external,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    logLevel: 'error',
    define: {
      __VERSION__: JSON.stringify(built.version),
      __TITLE__: JSON.stringify(built.title),
      __WEBSITE__: JSON.stringify(built.websiteUrl),
    },
  });
}
