import { ExecaError, execa } from 'execa';
import { CommandError } from '../error.ts';
import { type OldOverlay, parseOverlay } from './old-overlay.ts';
import { isClient } from './side-name.ts';

/** `data/verified/` of this repository as it was at a revision. Nothing is checked out. */

const FOLDER = 'data/verified/';
const LARGEST = 256 * 1024 * 1024;
/** An entry of `git ls-tree -z`: a plain file, and no link. */
const ENTRY = /^100\d{3} blob ([0-9a-f]+)\tdata\/verified\/([^/]+)\.json$/;

/**
 * The overlays at a revision, of one client or of all, in the order of their ids. `root` is the folder of the registry,
 * which may lie below the top of the repository.
 * Throws CommandError `missing` (no git, no repository, no such revision) or `input` (an overlay cannot be read).
 */
export async function overlaysAt(root: string, revision: string, client: string | undefined): Promise<OldOverlay[]> {
  const commit = await commitOf(root, revision);
  const entries = text(await git(root, ['ls-tree', '-z', commit, '--', FOLDER])).split('\0');
  const files = entries.flatMap((entry) => {
    const [, object = '', id = ''] = ENTRY.exec(entry) ?? [];
    return isClient(id) && (client === undefined || id === client) ? [{ object, id }] : [];
  });
  const objects = files.map(({ object }) => `${object}\n`).join('');
  const blobs = blobsIn(files.length === 0 ? new Uint8Array() : await git(root, ['cat-file', '--batch'], objects));
  return files.map(({ id }) =>
    parseOverlay(blobs.next().value ?? '', { client: id, shown: `${FOLDER}${id}.json at git:${revision}` }),
  );
}

/** What `git cat-file --batch` writes: `<object> blob <bytes>`, the bytes, and a line's end, one after the other. Only one is text at a time. */
function* blobsIn(output: Uint8Array): Generator<string, undefined> {
  for (let at = 0; at < output.length; ) {
    const start = output.indexOf(0x0a, at) + 1;
    const end = start + Number(text(output.subarray(at, start)).split(' ')[2]);
    yield text(output.subarray(start, end));
    at = end + 1;
  }
  return undefined;
}

async function commitOf(root: string, revision: string): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  try {
    return text(await git(root, args)).trim();
  } catch (error) {
    if (!(error instanceof CommandError && error.cause instanceof ExecaError && error.cause.exitCode === 1))
      throw error;
    throw new CommandError(
      'missing',
      `Expected git:${revision} to be a revision of this repository, git knows none of that name (in a shallow clone, fetch it first).`,
      { cause: error },
    );
  }
}

async function git(root: string, args: string[], input = ''): Promise<Uint8Array> {
  try {
    const { stdout } = await execa('git', args, { cwd: root, input, encoding: 'buffer', maxBuffer: LARGEST });
    return stdout;
  } catch (cause) {
    if (!(cause instanceof ExecaError)) throw cause;
    const [said] = cause.message.replace(cause.shortMessage, '').trim().split('\n');
    const why = said === '' ? cause.shortMessage : said;
    throw new CommandError('missing', `Expected git to read the repository of the current folder: ${why}.`, { cause });
  }
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
