import { readSync, writeSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

// What every case is held against: the least that a client on the SDK costs. `floor.cjs TOOL COMMAND ARGS`, ARGS
// as JSON, starts that server, calls that tool once, and ends; anything else than a result ends it with 1. Without
// arguments it only imports the SDK: it says so with one byte and waits for the end of its input, so that its CPU time
// can be read meanwhile.

async function callOnce(tool: string, command: string, args: string[]): Promise<void> {
  const client = new Client({ name: 'floor', version: '1' });
  await client.connect(new StdioClientTransport({ command, args }));
  await client.callTool({ name: tool, arguments: {} });
  await client.close();
}

const [, , tool, command, args] = process.argv;
if (tool && command && args) void callOnce(tool, command, JSON.parse(args) as string[]);
else {
  // Not process.stdout and process.stdin, which would load streams that no import needs.
  writeSync(1, '.');
  readSync(0, Buffer.alloc(1));
}
