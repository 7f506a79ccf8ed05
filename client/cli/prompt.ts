import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { CliError } from './error.ts';

/** The largest prompt that is read from a file, in bytes; a larger one is a mistake. */
const maxBytes = 10 * 1024 * 1024;

/**
 * The user's prompt: `query` as it is, or the text of `queryFile` (`-` is `stdin`, which is not touched
 * otherwise: a process that never opens it starts sooner) without its final newline.
 *
 * @throws CliError when there is none, both are given, the file cannot be read, or the prompt is blank
 */
export async function readPrompt(
  { query, queryFile }: { query?: string; queryFile?: string },
  streams: { readonly stdin: Readable },
): Promise<string> {
  if (query !== undefined && queryFile !== undefined) {
    throw new CliError('usage', 'Expected --query or --query-file, got both');
  }
  if (query === undefined && queryFile === undefined) {
    throw new CliError('usage', 'Expected a prompt: give it with -q "…" or --query-file PATH (- reads standard input)');
  }
  const prompt = query ?? (await readText(queryFile ?? '-', streams)).replace(/\r?\n$/, '');
  if (prompt.trim() === '') throw new CliError('usage', 'Expected a prompt with text, got a blank one');
  return prompt;
}

async function readText(path: string, streams: { readonly stdin: Readable }): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of path === '-' ? streams.stdin : createReadStream(path)) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > maxBytes)
        throw new CliError('usage', `Expected a prompt of at most ${maxBytes} bytes, got more (${path})`);
      chunks.push(bytes);
    }
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    throw new CliError('usage', `Cannot read the prompt from ${path} (${code})`, { cause });
  }
  return Buffer.concat(chunks).toString('utf8');
}
