// The licences of the packages that the bundles hold: each asks to be told wherever its code goes.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The text of a file of notices for builds made with esbuild's `metafile`; `root` is what its paths are relative to. */
export async function noticesOf(metafiles, root) {
  const folders = new Set(
    metafiles.flatMap(({ inputs }) => Object.keys(inputs).flatMap((path) => packageOf(path) ?? [])),
  );
  const notices = await Promise.all([...folders].map((folder) => noticeOf(join(root, folder))));
  return [...new Set(notices)].sort().join(`\n${'-'.repeat(72)}\n\n`);
}

/** `node_modules/a/node_modules/@b/c/x.js` lies in the package `node_modules/a/node_modules/@b/c`. */
function packageOf(path) {
  return path.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/)?.[0];
}

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `Licence: ${license}\n` : await readFile(join(folder, file), 'utf8');
  return `${name} ${version}\n\n${text.trim()}\n`;
}
