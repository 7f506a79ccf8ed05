import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
// @ts-expect-error It is part of the build and has no types.
import { lazyParts } from './lazy-parts.mjs';

const root = resolve(import.meta.dirname, '..');

/** Each part is used as the engine uses it; what it answers with is printed. */
const program = `
  import { fromJsonSchema } from '@modelcontextprotocol/client';
  import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
  import pkce from 'pkce-challenge';
  import { EventSourceParserStream } from 'eventsource-parser/stream';

  async function main() {
    const { code_verifier, code_challenge } = await pkce(50);
    const stream = new EventSourceParserStream();
    const writer = stream.writable.getWriter();
    void writer.write('event: a\\ndata: b\\n\\n');
    const { value } = await stream.readable.getReader().read();
    const schema = fromJsonSchema({ type: 'string' });
    const check = (given) => schema['~standard'].validate(given);
    const valid = [(await check('a')).issues === undefined, (await check(5)).issues === undefined];
    console.log(JSON.stringify([code_verifier.length, code_challenge.length, value.event, value.data, ...valid]));
    return AjvJsonSchemaValidator;
  }
  void main();
`;

it('does what the parts do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lazy-parts-'));
  const file = join(folder, 'program.cjs');
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: join(root, 'node_modules/@modelcontextprotocol/client/dist') },
    outfile: file,
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    plugins: [lazyParts],
    logLevel: 'error',
  });
  expect(JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' }))).toEqual([
    50,
    43,
    'a',
    'b',
    true,
    false,
  ]);
  const inputs = Object.keys(metafile.inputs);
  for (const part of ['pkce-challenge/', 'eventsource-parser/dist/stream', 'dist/ajvProvider'])
    expect(inputs.filter((input) => input.includes(part))).toHaveLength(1);
  rmSync(folder, { recursive: true });
});
