import { type Bad, file, http, stdio } from './entry.ts';

/** Entries of which a part is ignored or replaced, and the one warning that says so. */
export const warnedEntries: Bad[] = [
  {
    entry: http({ command: 'x' }),
    says: 'Expected "url" or "command", got both; "url" is used (mcp_servers.docs)',
    gives: { transport: { kind: 'http' } },
  },
  {
    entry: http({ transport: 'websocket' }),
    says: 'Expected "transport" to be http or sse for a server with "url", got "websocket"; it is ignored (mcp_servers.docs)',
    gives: { transport: { kind: 'http' } },
  },
  {
    entry: stdio({ transport: 'sse' }),
    says: 'Expected "transport" to be stdio for a server without "url", got "sse"; it is ignored (mcp_servers.docs)',
    gives: { transport: { kind: 'stdio' } },
  },
  {
    entry: http({ auth: 'oath' }),
    says: 'Expected "auth" to be oauth, got something else; it is ignored (mcp_servers.docs)',
  },
  {
    entry: http({ auth: ['oauth'] }),
    says: 'Expected "auth" to be oauth, got a list; it is ignored (mcp_servers.docs)',
  },
  {
    entry: http({ oauth: 'x' }),
    says: 'Expected "oauth" to be a mapping, got a string; it is ignored (mcp_servers.docs)',
  },
  {
    entry: stdio({ identity_header: { name: 'X-Who', value: 'me' } }),
    says: '"identity_header" is for servers with a "url"; it is ignored (mcp_servers.docs)',
  },
  ...(
    [
      ['X-Who', 'a mapping with "name" and "value", got a string'],
      [{ value: 'me' }, '"name" to be the name of a header, got nothing'],
      [{ name: 'X Who', value: 'me' }, '"name" to be the name of a header, got "X Who"'],
      [{ name: 'X-Who' }, '"value" to be a string, got nothing'],
      [{ name: 'X-Who', value: 5 }, '"value" to be a string, got a number'],
      [{ name: 'X-Who', value: ' ' }, '"value" to be a text that fits into a header, got one that does not'],
      [{ name: 'X-Who', value: 'a\nb' }, '"value" to be a text that fits into a header, got one that does not'],
      [{ name: 'X-Who', value_from: 'user', value: 'me' }, '"value_from" to be static or profile, got "user"'],
    ] as const
  ).map(([value, problem]) => ({
    entry: http({ identity_header: value }),
    says: `Expected ${problem}; the header is not sent (mcp_servers.docs.identity_header)`,
    gives: { transport: { kind: 'http' } },
  })),
  {
    entry: http({ client_key: file }),
    says: 'Expected "client_cert" beside "client_key", got none; the key is ignored (mcp_servers.docs)',
  },
  {
    entry: stdio({ protocol: 'new' }),
    says: 'Expected "protocol" to be auto, legacy or stateless, got "new"; auto is used (mcp_servers.docs)',
    gives: { protocol: 'auto' },
  },
  ...(['enabled', 'lazy', 'events', 'supports_parallel_tool_calls'] as const).map((key) => ({
    entry: stdio({ [key]: 'maybe' }),
    says: `Expected true, false, yes, no, on, off, 1 or 0, got "maybe"; ${key === 'enabled'} is used (mcp_servers.docs.${key})`,
  })),
  ...(['timeout', 'connect_timeout'] as const).map((key) => ({
    entry: stdio({ [key]: 0 }),
    says: `Expected a number of seconds above 0 and up to 2147483, got 0; ${key === 'timeout' ? 300 : 60} is used (mcp_servers.docs.${key})`,
  })),
  {
    entry: http({ keepalive_interval: 1 }),
    says: 'Expected a number from 5 to 2147483, got 1; 5 is used (mcp_servers.docs.keepalive_interval)',
    gives: { keepaliveInterval: 5 },
  },
  {
    entry: http({ keepalive_interval: 'often' }),
    says: 'Expected a number from 5 to 2147483, got "often"; the default is used (mcp_servers.docs.keepalive_interval)',
  },
  {
    entry: stdio({ idle_timeout_seconds: -1, lifecycle: { idle_timeout_seconds: 5 } }),
    says: 'Expected a number of seconds from 0 (never) to 2147483, got -1; it is ignored (mcp_servers.docs.idle_timeout_seconds)',
  },
  {
    entry: stdio({ lifecycle: { max_lifetime_seconds: 'long' } }),
    says: 'Expected a number of seconds from 0 (never) to 2147483, got "long"; it is ignored (mcp_servers.docs.lifecycle.max_lifetime_seconds)',
  },
  {
    entry: stdio({ lifecycle: 5 }),
    says: 'Expected "lifecycle" to be a mapping, got a number; it is ignored (mcp_servers.docs)',
  },
  {
    entry: stdio({ tools: 5 }),
    says: 'Expected "tools" to be a mapping, a list or a string, got a number; it is ignored (mcp_servers.docs)',
    gives: { tools: { exclude: [] } },
  },
  {
    entry: stdio({ tools: { include: { a: 1 } } }),
    says: 'Expected "tools.include" to be a string or a list of strings, got a mapping; it is ignored (mcp_servers.docs)',
  },
  {
    entry: stdio({ tools: { exclude: ['a', ['b']] } }),
    says: 'Expected "tools.exclude[1]" to be a string, got a list; it is ignored (mcp_servers.docs)',
    gives: { tools: { exclude: ['a'] } },
  },
  {
    entry: stdio({ tools: { prompts: [] } }),
    says: 'Expected true, false, yes, no, on, off, 1 or 0, got a list; true is used (mcp_servers.docs.tools.prompts)',
  },
  {
    entry: stdio({ sampling: [] }),
    says: 'Expected true, false, yes, no, on, off, 1 or 0, got a list; true is used (mcp_servers.docs.sampling)',
    gives: { sampling: { enabled: true } },
  },
  {
    entry: stdio({ sampling: { expose_client_tools: 'some' } }),
    says: 'Expected true, false, yes, no, on, off, 1 or 0, got "some"; false is used (mcp_servers.docs.sampling.expose_client_tools)',
  },
  {
    entry: stdio({ sampling: { model: 5 } }),
    says: 'Expected the id of a model, got 5; the model is chosen as if nothing were here (mcp_servers.docs.sampling.model)',
  },
  {
    entry: stdio({ sampling: { allowed_models: ['gpt', 5] } }),
    says: 'Expected a list of model ids, got one with something else in it; sampling is switched off (mcp_servers.docs.sampling.allowed_models)',
    gives: { sampling: { enabled: false } },
  },
  {
    entry: stdio({ sampling: { allowed_models: { gpt: true } } }),
    says: 'Expected a list of model ids, got a mapping; sampling is switched off (mcp_servers.docs.sampling.allowed_models)',
    gives: { sampling: { enabled: false } },
  },
  ...(
    [
      ['max_rpm', 0, 'from 1 to 1000000000, got 0; 1 is used', { maxRpm: 1 }],
      ['timeout', 0, 'from 1 to 2147483, got 0; 1 is used', { timeout: 1 }],
      ['max_tokens_cap', 'all', 'from 1 to 1000000000, got "all"; the default is used', {}],
      ['max_tool_rounds', -3, 'from 0 to 1000000000, got -3; 0 is used', { maxToolRounds: 0 }],
      ['max_rpm', true, 'from 1 to 1000000000, got true; the default is used', {}],
    ] as const
  ).map(([key, value, problem, sampling]) => ({
    entry: stdio({ sampling: { [key]: value } }),
    says: `Expected a number ${problem} (mcp_servers.docs.sampling.${key})`,
    gives: { sampling },
  })),
  {
    entry: stdio({ sampling: { log_level: 'loud' } }),
    says: 'Expected debug, info or warning, got "loud"; info is used (mcp_servers.docs.sampling.log_level)',
  },
  {
    entry: stdio({ elicitation: { timeout: 'long' } }),
    says: 'Expected a number from 1 to 2147483, got "long"; the default is used (mcp_servers.docs.elicitation.timeout)',
    gives: { elicitation: { enabled: true } },
  },
  {
    entry: stdio({ comand: 'x', tools: { includes: [] }, sampling: { burst: 1 } }),
    says: 'Unknown keys comand, tools.includes, sampling.burst, ignored (mcp_servers.docs)',
  },
];
