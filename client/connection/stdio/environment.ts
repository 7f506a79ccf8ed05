const NAMES = new Set(['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TERM', 'SHELL', 'TMPDIR']);
/** Windows compares names without case, so these match in any casing. */
const WINDOWS_NAMES = new Set(
  `ALLUSERSPROFILE APPDATA COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432 COMPUTERNAME COMSPEC HOMEDRIVE
  HOMEPATH LOCALAPPDATA NUMBER_OF_PROCESSORS OS PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES
  PROGRAMFILES(X86) PROGRAMW6432 PUBLIC SYSTEMDRIVE SYSTEMROOT TEMP TMP USERDOMAIN USERNAME USERPROFILE WINDIR`.split(
    /\s+/,
  ),
);

/**
 * The environment of a stdio server: of the client's own only names that hold no secrets, then the entry's `env` on top
 * (the original client's rule). API keys of the client never reach a server unless the entry names them.
 */
export function childEnvironment(
  parent: NodeJS.ProcessEnv,
  own: Record<string, string>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const kept = Object.entries(parent).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && passes(pair[0], pair[1], platform),
  );
  return { ...Object.fromEntries(kept), ...own };
}

function passes(name: string, value: string, platform: NodeJS.Platform): boolean {
  const upper = name.toUpperCase();
  if (NAMES.has(platform === 'win32' ? upper : name) || name.startsWith('XDG_') || WINDOWS_NAMES.has(upper))
    return true;
  // A value of this form is a function that a shell exported.
  return name === 'LOGNAME' && platform !== 'win32' && !value.startsWith('()');
}
