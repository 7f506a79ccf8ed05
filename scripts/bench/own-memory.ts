import { existsSync, readFileSync } from 'node:fs';

/** The most memory that a living process has had at once, in MB of 10^6 bytes; nothing where the system does not tell. */
export function peakMegabytes(pid: number): { memory?: number } {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return {};
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return kibibytes === undefined ? {} : { memory: (Number(kibibytes) * 1024) / 1e6 };
}
