// Loaded by every Node process of a client before the client's own code (`NODE_OPTIONS=--require=…`): refuses look-ups of
// and connects to everything but the loopback, as a machine would that is off-line, and writes down which host it was.
import { Socket as DatagramSocket } from 'node:dgram';
import dns from 'node:dns';
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, Socket } from 'node:net';
import { canonicalHost, isLoopback } from './host.ts';
import { MAX_NAMES_BYTES, NAMES_VARIABLE } from './names-file.ts';

// Held on to, because a client may put a file system of its own in place of ours.
const [open, stat, write, close] = [openSync, fstatSync, writeSync, closeSync];
const file = process.env[NAMES_VARIABLE];
const noted = new Set<string>();
/** libuv's number for a name that there is not. */
const EAI_NONAME = -3008;
/** Not from node:os, which a small program does without. */
const ECONNREFUSED = process.platform === 'darwin' ? -61 : -111;

/** Appends a host to the file of names that all processes of the run share. */
function note(host: string): void {
  if (file === undefined || noted.has(host)) return;
  noted.add(host);
  try {
    const target = open(file, 'a');
    // In one write, since others append at the same time.
    if (stat(target).size < MAX_NAMES_BYTES) write(target, `${host}\n`);
    close(target);
  } catch {
    // What cannot be written down is refused all the same.
  }
}

type Arguments = readonly unknown[];

/** Puts `refuse` before a method: what it answers, unless undefined, is the answer. All else about it stays as it is. */
function guard(owner: object, name: string, refuse: (args: Arguments, self: object) => unknown): void {
  const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
  const apply = (target: typeof original, self: object, args: unknown[]): unknown =>
    refuse(args, self) ?? Reflect.apply(target, self, args);
  Reflect.set(owner, name, new Proxy(original, { apply }));
}

/** The system's name of what a function of node:dns does, which its errors tell; undefined for other functions. */
function syscallOf(name: string, [, type]: Arguments = []): string | undefined {
  if (name === 'lookup') return 'getaddrinfo';
  if (name === 'lookupService') return 'getnameinfo';
  if (name === 'reverse') return 'getHostByAddr';
  const [, rest] = /^resolve(?!r)(\w*)$/.exec(name) ?? [];
  if (rest === undefined) return undefined;
  const record = rest === '4' ? 'A' : rest === '6' ? 'Aaaa' : rest || (typeof type === 'string' ? type : 'A');
  return `query${record.charAt(0).toUpperCase()}${record.slice(1).toLowerCase()}`;
}

/** The error of a look-up, undefined for one that stays on this machine. */
function lookUpError(name: string, args: Arguments): Error | undefined {
  const [host] = args;
  if (typeof host !== 'string' || host === '') return undefined;
  const canonical = canonicalHost(host);
  const isNear = canonical !== undefined && isLoopback(canonical);
  // Others than these ask a name server, whatever the name is.
  if (name === 'lookup' ? isNear || isIP(host) !== 0 : name === 'lookupService' && isNear) return undefined;
  if (canonical !== undefined && !isNear) note(canonical);
  return systemError(syscallOf(name, args) ?? '', host, name === 'lookup' ? EAI_NONAME : undefined);
}

function systemError(syscall: string, hostname: string, errno?: number): Error {
  const code = 'ENOTFOUND';
  return Object.assign(new Error(`${syscall} ${code} ${hostname}`), { errno, code, syscall, hostname });
}

function callBack(error: Error, args: Arguments): unknown {
  const callback = args.at(-1);
  // Node's own complaint about what is missing is the better one.
  if (typeof callback !== 'function') return undefined;
  process.nextTick(callback, error);
  return {};
}

function guardLookUps(owner: object, answer: (error: Error, args: Arguments) => unknown): void {
  for (const name of Object.getOwnPropertyNames(owner)) {
    if (syscallOf(name) === undefined) continue;
    guard(owner, name, (args) => {
      const error = lookUpError(name, args);
      return error && answer(error, args);
    });
  }
}

const reject = async (error: Error): Promise<never> => {
  throw error;
};
guardLookUps(dns, callBack);
guardLookUps(dns.Resolver.prototype, callBack);
guardLookUps(dns.promises, reject);
guardLookUps(dns.promises.Resolver.prototype, reject);

/** The connects and datagrams of Node's own handles, which answer with an errno that the modules make their errors of. */
function guardHandle(handle: unknown): void {
  const prototype = Object.getPrototypeOf(handle) as object;
  for (const name of ['connect', 'connect6', 'send', 'send6'].filter((each) => each in prototype)) {
    guard(prototype, name, (args) => {
      // The only string; a datagram of a connected socket has none.
      const address = args.find((arg) => typeof arg === 'string');
      const host = address && canonicalHost(address);
      if (address === undefined || (host !== undefined && isLoopback(host))) return undefined;
      if (host !== undefined) note(host);
      return ECONNREFUSED;
    });
  }
}

/** Gets hold of a handle when a socket is first used, which is early enough, by what `handleOf` makes of the socket. */
function guardSockets(prototype: object, names: string[], handleOf: (socket: object) => unknown): void {
  let isGuarded = false;
  for (const name of names) {
    guard(prototype, name, (_, socket) => {
      if (isGuarded) return undefined;
      // Before the handle, since what gets it may call us.
      isGuarded = true;
      const handle = handleOf(socket);
      if (handle) guardHandle(handle);
      else isGuarded = false;
      return undefined;
    });
  }
}

// net, tls, http, http2 and fetch.
guardSockets(Socket.prototype, ['connect'], () => {
  // A socket has a handle once it is about to connect; destroyed at once, it never does.
  const socket = new Socket();
  socket.connect(1, '127.0.0.1');
  const handle: unknown = Reflect.get(socket, '_handle');
  socket.destroy();
  return handle;
});
guardSockets(DatagramSocket.prototype, ['connect', 'send'], (socket) => {
  const states = Object.getOwnPropertySymbols(socket).map((symbol): unknown => Reflect.get(socket, symbol));
  return states.map((state) => (state as { handle?: unknown } | undefined)?.handle).find((handle) => handle);
});

syncBuiltinESMExports();
