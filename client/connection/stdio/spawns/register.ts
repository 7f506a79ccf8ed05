import type { Mask } from '../../secrets.ts';
import { oneLine } from '../../text.ts';
import { containment } from '../contain/containment.ts';
import { toLine } from './entry.ts';
import { appendToLedger, ledgerPath } from './ledger.ts';
import { stillRuns } from './orphans.ts';
import { pruneLedger } from './prune.ts';
import { publicArgv } from './public-argv.ts';

/** The dead are taken out whenever the ledger has grown by so many bytes, some twenty entries. */
const PRUNE_EVERY = 8192;

export interface Spawned {
  home: string;
  server: string;
  pid: number;
  argv: string[];
  mask: Mask;
}

/**
 * Notes a server that has just been started, so that a later client finds it should it be left behind. Nothing is noted
 * where the system tells no process from another with its number. Throws the error of the file system.
 */
export function registerSpawn({ home, server, pid, argv, mask }: Spawned): void {
  const [child, spawner] = [containment.identify(pid), containment.identify(process.pid)];
  if (child === undefined || spawner === undefined) return;
  const path = ledgerPath(home);
  const { before, after } = appendToLedger(
    path,
    toLine({
      pid,
      create_time: child.start,
      pgid: pid,
      purpose: 'mcp-helper',
      server: oneLine(server, 100),
      argv: publicArgv(argv, mask),
      spawner_pid: spawner.pid,
      spawner_create: spawner.start,
      registered_at: new Date().toISOString(),
    }),
  );
  if (Math.floor(before / PRUNE_EVERY) !== Math.floor(after / PRUNE_EVERY)) pruneLedger(path, stillRuns);
}
