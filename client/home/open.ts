import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HomeError } from './error.ts';
import { makeFolder } from './folder.ts';
import { foreignSigns } from './foreign.ts';

/** Stands in every home that this client uses, and tells it from a home of another Hermes. */
export const markerName = '.hermes-ts-home';

const markerText =
  'The Hermes-style MCP client in TypeScript uses this folder as its home.\n' +
  'Without this file it refuses a folder that looks like the home of another Hermes.\n';

/**
 * Makes `home` ready for use: creates it with mode 0700 when it is missing, and puts the marker into it.
 *
 * @throws HomeError `foreign` when the folder carries signs of another Hermes and no marker (nothing is written then);
 *   `unusable` when it is no folder or cannot be read or written.
 */
export function openHome(home: string): void {
  const names = attempt(home, 'create or read', () => {
    makeFolder(home);
    return readdirSync(home);
  });
  if (names.includes(markerName)) return;
  const signs = foreignSigns(names);
  if (signs.length > 0) {
    throw new HomeError(
      'foreign',
      `Expected HERMES_HOME to be a new folder or one of this client, got ${home}, which another Hermes made ` +
        `(it holds ${signs.join(', ')}). Nothing was written. Set HERMES_HOME to a folder of its own.`,
    );
  }
  attempt(home, 'write to', () => writeFileSync(join(home, markerName), markerText, { mode: 0o600 }));
}

function attempt<T>(home: string, verb: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    throw new HomeError(
      'unusable',
      `Cannot ${verb} the home folder ${home} (${reason}). HERMES_HOME chooses another.`,
      {
        cause,
      },
    );
  }
}
