import { ConfigError } from './error.ts';

const shells = new Set(['bash', 'sh', 'zsh', 'dash', 'fish', 'cmd', 'powershell', 'pwsh']);

/** Programs and calls that fetch or send something. */
const network =
  /\b(?:curl|wget|nc|ncat|socat)\b|\/dev\/tcp\/|Invoke-WebRequest|Invoke-RestMethod|System\.Net\.WebClient/i;

/** Places from which something is run again, or let in again, later. */
const persistence =
  /authorized_keys|\.ssh\/|\/etc\/(?:ssh|pam\.d|sudoers|cron|rc\.local|systemd)|pam_\w+\.so|crontab|\.bashrc|\.bash_profile|\.profile|\.zshrc/i;

/**
 * Refuses a server whose command is a shell that is told to use the network or to change where a system starts programs
 * and lets people in: that is how a configuration that somebody else wrote brings a program along. An honest server is a
 * program of its own. The arguments are not shown, apart from the word that gave them away.
 *
 * @throws ConfigError `suspicious`
 */
export function refuseSuspicious(command: string, args: readonly string[], where: string): void {
  const program =
    command
      .split(/[/\\]/)
      .at(-1)
      ?.toLowerCase()
      .replace(/\.exe$/, '') ?? '';
  if (!shells.has(program)) return;
  const line = args.join(' ');
  refuse(network.exec(line)?.[0], 'no shell that uses the network');
  refuse(persistence.exec(line)?.[0], 'no shell that touches what outlives it');

  function refuse(found: string | undefined, expected: string): void {
    if (found === undefined) return;
    const came = `${program} with "${found}" in its arguments`;
    throw new ConfigError('suspicious', `Expected "command" to be a server, and ${expected}, got ${came}`, where);
  }
}
