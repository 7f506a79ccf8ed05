import type { PackageRunner } from '../connection/stdio/package-runner.ts';

/** A package that a command would fetch and run. */
export interface Package {
  ecosystem: 'npm' | 'PyPI';
  name: string;
  /** An exact one; a tag or a range names none. */
  version?: string;
}

interface Grammar {
  read: (spec: string) => Package | undefined;
  /** Options whose value is the package; the first argument is then only the name of its program. */
  instead: string[];
  /** Options whose value is a package that is installed beside it. */
  beside: string[];
  /** Other options with a value, which is not to be taken for the package. */
  valued: string[];
  /** The word before the package. */
  subcommand?: string;
}

const PYTHON = ['--python', '--index-url', '-i', '--pip-args', '--default-index', '--index', '--extra-index-url'];
const UV = ['-p', '--find-links', '-f', '--with-requirements', '--with-editable', '--constraints', '-c', '--overrides'];

/** Of npm's settings those that a command line might have; a one-time password is no package, and nobody's to be told. */
const NPX = [
  '-c',
  '-w',
  '-C',
  '-L',
  ...(
    '_auth auth-type before ca cache cafile call cert globalconfig https-proxy include key location loglevel maxsockets ' +
    'node-options noproxy omit otp password prefix proxy registry scope script-shell shell tag user-agent userconfig workspace'
  )
    .split(' ')
    .map((name) => `--${name}`),
];

const GRAMMARS: Record<PackageRunner, Grammar> = {
  npx: {
    read: npmPackage,
    instead: ['-p', '--package'],
    beside: [],
    valued: NPX,
  },
  uvx: {
    read: pythonPackage,
    instead: ['--from', '--package'],
    beside: ['--with', '-w'],
    valued: [...PYTHON, ...UV, '--cache-dir', '--directory', '--project', '--config-file', '--env-file'],
  },
  pipx: {
    read: pythonPackage,
    instead: ['--spec', '--package', '-p'],
    beside: ['--with'],
    valued: PYTHON,
    subcommand: 'run',
  },
};

/**
 * The packages that a package runner would fetch for these arguments: those that an option names, else the first
 * argument. Addresses and folders are none.
 */
export function packagesOf(runner: PackageRunner, args: readonly string[]): Package[] {
  const { read, instead, beside, valued, subcommand } = GRAMMARS[runner];
  const named: string[] = [];
  const added: string[] = [];
  let first: string | undefined;
  for (let index = 0; index < args.length && first === undefined; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--') {
      first = args[index + 1];
      break;
    }
    if (!argument.startsWith('-')) {
      if (argument !== subcommand) first = argument;
      continue;
    }
    const [option, joined] = splitOption(argument);
    const list = instead.includes(option) ? named : beside.includes(option) ? added : undefined;
    if (list === undefined && !valued.includes(option)) continue;
    if (joined === undefined) index += 1;
    list?.push(joined ?? args[index] ?? '');
  }
  if (named.length === 0 && first !== undefined) named.push(first);
  return [...named, ...added.flatMap((value) => value.split(','))].flatMap((spec) => read(spec.trim()) ?? []);
}

/** `--option=value` in two. */
function splitOption(argument: string): [string, string?] {
  const at = argument.startsWith('--') ? argument.indexOf('=') : -1;
  return at === -1 ? [argument] : [argument.slice(0, at), argument.slice(at + 1)];
}

function npmPackage(spec: string): Package | undefined {
  const aliased = /^.+@npm:(.+)$/.exec(spec)?.[1] ?? spec;
  const [, name, tag = ''] = /^((?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*)(?:@(.*))?$/.exec(aliased) ?? [];
  if (name === undefined || /\.(?:tgz|tar|tar\.gz)$/.test(spec)) return undefined;
  const version = /^[=v]*(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/.exec(tag)?.[1];
  return { ecosystem: 'npm', name, ...(version !== undefined && { version }) };
}

function pythonPackage(spec: string): Package | undefined {
  const [, name, rest = ''] = /^([a-z\d](?:[\w.-]*[a-z\d])?)\s*(?:\[[^\]]*\]\s*)?(.*)$/i.exec(spec) ?? [];
  // What follows a name is a version, a comparison with one, or a marker; all else is an address.
  if (name === undefined || !/^(?:$|@\s*[\w.!+-]+$|[=<>!~;])/.test(rest)) return undefined;
  const version = /^(?:==|@)\s*(\d[\w.!+-]*)$/.exec(rest)?.[1];
  return { ecosystem: 'PyPI', name, ...(version !== undefined && { version }) };
}
