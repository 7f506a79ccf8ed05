import { redact } from '../../../results/redact.ts';
import { opaque, secretName } from '../../secret-values.ts';
import type { Mask } from '../../secrets.ts';
import { oneLine } from '../../text.ts';

const MASKED = '[REDACTED]';
const MAX_ARGUMENTS = 16;
/** In UTF-16 units. */
const MAX_LENGTH = 200;

/** `--name` and `-n` without a value: the next argument is it. */
const flag = /^--?[^=\s]+$/;
const assignment = /^([^=\s]+)=(?:.|\n)+$/;
const ofAddress = /(:\/\/)[^/?#@\s]*@|([?#])\S+/g;

/**
 * A command line for people to recognise a process by. What may be a secret is masked: the entry's own values, what
 * stands behind a name that speaks of secrets, credentials and queries of addresses, and what looks like a key.
 */
export function publicArgv(argv: readonly string[], { hide }: Pick<Mask, 'hide'>): string[] {
  const shown = argv.map((argument, index) => {
    const before = argv[index - 1] ?? '';
    if (index > 0 && flag.test(before) && secretName.test(before)) return MASKED;
    const name = assignment.exec(argument)?.[1];
    if (name !== undefined && secretName.test(name)) return `${name}=${MASKED}`;
    if (index > 0 && opaque.test(argument)) return MASKED;
    const masked = redact(hide(argument)).replace(ofAddress, (_all, scheme?: string, mark?: string) =>
      scheme === undefined ? `${mark ?? ''}${MASKED}` : `${scheme}${MASKED}@`,
    );
    return oneLine(masked, MAX_LENGTH);
  });
  return shown.length > MAX_ARGUMENTS ? [...shown.slice(0, MAX_ARGUMENTS), '…'] : shown;
}
