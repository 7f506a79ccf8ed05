import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEntrySource } from './entry-source.ts';
import { ConfigError } from './error.ts';
import { knownKeys, knownKeysBelow } from './known-keys.ts';
import { parseModel } from './model.ts';
import { parseOsvCheck } from './osv-check.ts';
import { resolveAll } from './servers.ts';
import { refusedEntries } from './testing/refused-entries.ts';
import { warnedEntries } from './testing/warned-entries.ts';

const secret = 'hunter2-s3cret-token';
const names = { environment: { TOKEN: secret }, userHome: '/home/ada', workspaceFolder: '/work' };

const words = fc.constantFrom(
  'sse',
  'on',
  'full',
  'oauth',
  'profile',
  '${TOKEN}',
  'x ${TOKEN}',
  '~',
  '["a"',
  '',
  ' ',
  '\0',
);
const scalar = fc.oneof(words, fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }), fc.anything({ maxDepth: 2 }).map(toYaml));

/** What a YAML text can hold: no functions of other values, and every mapping a plain object. */
function toYaml(any: unknown): unknown {
  const text = JSON.stringify(any, (_, item) => (typeof item === 'bigint' ? Number(item) : item));
  return text === undefined ? null : JSON.parse(text);
}

function keysBelow(key: string): fc.Arbitrary<unknown> {
  const below = knownKeysBelow.get(key);
  return below === undefined
    ? value
    : fc.oneof(value, fc.record(Object.fromEntries([...below].map((name) => [name, value])), { requiredKeys: [] }));
}

/** An entry that has any of the known keys with any value, and as a rule a way to reach its server. */
const entry = fc.record(
  {
    ...Object.fromEntries([...knownKeys].map((key) => [key, keysBelow(key)])),
    command: fc.oneof({ arbitrary: fc.constantFrom('a', 'bash'), weight: 3 }, { arbitrary: value, weight: 1 }),
    url: fc.oneof({ arbitrary: fc.constantFrom(null, 'http://h'), weight: 3 }, { arbitrary: value, weight: 1 }),
    trust: fc.constantFrom(null, 'full', 'half'),
    spend_limit: fc.constantFrom(null, null, 5),
  },
  { requiredKeys: [] },
);

/** Everything that is said about a configuration. */
function told(config: Record<string, unknown>): string[] {
  const messages: string[] = [];
  const warn = (message: string) => messages.push(message);
  const source = createEntrySource({ config, order: [], names }, warn);
  const { refused } = resolveAll(source);
  parseOsvCheck(config, names.environment, warn);
  return [...messages, ...refused.map(({ error }) => String(error.stack))];
}

function errorOf(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('whatever stands in the configuration', () => {
  it('never raises anything but a ConfigError of one server, and never tells what the environment holds', () => {
    let used = 0;
    fc.assert(
      fc.property(entry, fc.oneof(value, fc.record({ client: value, stdio_servers: value })), (docs, mcp) => {
        const source = { mcp_servers: { docs, other: { command: 'a' } }, mcp };
        const messages = told(source);
        expect(messages.join('\n')).not.toContain(secret);
        used += messages.length;
      }),
      { numRuns: 2000 },
    );
    // Were most of it not read at all, this would show nothing.
    expect(used).toBeGreaterThan(2000);
  });

  it('is no obstacle at the top either', () => {
    fc.assert(
      fc.property(value, value, (mcp_servers, timeouts) => {
        expect(told({ mcp_servers, timeouts }).join('\n')).not.toContain(secret);
      }),
    );
  });

  it('never raises anything but a ConfigError about the model', () => {
    const model = fc.record(
      Object.fromEntries(['provider', 'base_url', 'default', 'api_key', 'context_length'].map((key) => [key, value])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(model, value), (written) => {
        const error = errorOf(() => parseModel(written, names));
        expect(error === undefined || error instanceof ConfigError).toBe(true);
        expect(String(error)).not.toContain(secret);
      }),
    );
  });

  it('never tells a value of env, headers, args, url or a passphrase, whatever else is wrong', () => {
    const holders = [
      { command: 'a', env: { T: `${secret} ` }, args: [secret, `${secret}\0`] },
      { command: 'bash', env: { T: secret }, args: `-c "curl ${secret}"` },
      { command: 'a', env: { [`T=${secret}`]: secret }, args: `'${secret}` },
      { command: 'a', env: { T: `${secret}\0` }, args: `[${secret}` },
      {
        url: `http://u:${secret}@h/ `,
        headers: { A: ` ${secret}` },
        identity_header: { name: 'X', value: `${secret}\n` },
      },
      { url: `${secret}://h`, headers: { A: [secret] }, auth: secret },
      { url: 'http://h', headers: secret, client_cert: [import.meta.filename, import.meta.filename, secret, secret] },
    ];
    const others = [...warnedEntries, ...refusedEntries].map((bad) => bad.entry);
    for (const holder of holders) {
      for (const other of others) {
        expect(told({ mcp_servers: { docs: { ...other, ...holder } } }).join('\n')).not.toContain(secret);
      }
    }
  });
});
