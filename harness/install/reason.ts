import type { HarnessError } from '../error.ts';

interface Kind {
  code: HarnessError['code'];
  reason: string;
  /** By which words of npm, pip or venv it is told. */
  words: RegExp;
}

// In this order: pip says of a registry that it does not reach that it has no such version, too.
const KINDS: Kind[] = [
  {
    code: 'store',
    reason: 'it may not write there, or the disk is full',
    words: /\b(ENOSPC|EDQUOT|EROFS|EACCES|EPERM)\b|No space left on device|quota exceeded|Read-only file system/,
  },
  {
    code: 'missing',
    reason: 'this Python has no venv with pip (on Debian, the package python3-venv brings it)',
    words: /ensurepip is not available|No module named '?(venv|pip|ensurepip)\b/,
  },
  {
    code: 'missing',
    reason: 'the registry lets nobody in without the right credentials',
    words: /\b(E401|E403|ENEEDAUTH)\b|\b(401|403) (Client )?Error/,
  },
  {
    code: 'missing',
    reason: 'the registry is not reached or not trusted (see `npm config get registry`, `pip config list`)',
    words:
      /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ECONNABORTED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|E5\d\d|\w*CERT\w*|\w+ConnectionError|\w+TimeoutError|SSLError|ProxyError)\b|connection broken/,
  },
  {
    code: 'missing',
    reason: 'there is no such package, or the registry is not reached (see `pip config list`)',
    words: /from versions: none/,
  },
  {
    code: 'input',
    reason: 'a package or version is not there',
    words: /\b(ETARGET|E404|EINVALIDPACKAGENAME)\b|No matching distribution found|Invalid requirement/,
  },
  {
    code: 'input',
    reason: 'a package is not made for this machine',
    words: /\b(EBADPLATFORM|EBADENGINE)\b|not a supported wheel/,
  },
  {
    code: 'input',
    reason: 'the packages do not fit together',
    words: /\b(ERESOLVE|EOVERRIDE)\b|ResolutionImpossible/,
  },
  {
    // venv keeps to itself what its pip said.
    code: 'missing',
    reason: 'no pip could be put into the virtual environment, of which a full disk is one reason',
    words: /'ensurepip'.* returned non-zero/,
  },
];

/** What the output of a tool that failed says of its reason, and what code an error of it has. */
export function reasonFor(lines: string[]): Omit<Kind, 'words'> {
  const found = KINDS.find(({ words }) => lines.some((line) => words.test(line)));
  return found ?? { code: 'missing', reason: 'its last lines say why' };
}
