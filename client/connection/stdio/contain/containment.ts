import { linux } from './linux.ts';
import { macos } from './macos.ts';
import { windows } from './windows.ts';

/** What keeps a server, and what it starts, from outliving the client. One form a kind of system. */
export interface Containment {
  /** Whether a server is started as the leader of a session, and so of a process group, of its own. */
  readonly ownSession: boolean;
  /**
   * How to start a program so that it only runs once its gate is opened (`openGate`); undefined where it is to be
   * started as it is.
   */
  behindGate(file: string, args: readonly string[], environment: object): Gated | undefined;
  /** Ends what `leader` leads when the client is gone, however it went. */
  watchOver(leader: number, log: (line: string) => void): Watchdog;
  /** Signals all that `leader` leads; it is no error when there is none left. */
  signal(leader: number, signal: NodeJS.Signals): void;
  /** Whether anything that `leader` leads still runs, the dead that nobody has collected apart. */
  runs(leader: number): boolean;
  /** The process with this number as it is now; undefined when there is none, or the system does not tell. */
  identify(pid: number): Identity | undefined;
  /** The living members of the group that `leader` leads. */
  members(leader: number): Identity[];
}

/** A process, told from every other that has had its number or will have it. */
export interface Identity {
  pid: number;
  /** When it started, and on which machine: the same for the same process only. */
  start: string;
  group: number;
  /** False for the dead that nobody has collected. */
  runs: boolean;
}

/** A program that is started behind a gate. */
export interface Gated {
  file: string;
  args: string[];
}

/** Stands by as long as the client lives. */
export interface Watchdog {
  /** Sends it away without a kill; resolves when it is gone. */
  release(): Promise<void>;
}

/** The form for a system; what is neither Linux nor Windows is taken for a relative of macOS. */
export function containmentOf(platform: NodeJS.Platform): Containment {
  if (platform === 'win32') return windows();
  return platform === 'linux' || platform === 'android' ? linux : macos;
}

/** The form for the system that the client runs on. */
export const containment = containmentOf(process.platform);
