import { renderError } from '../results/failure.ts';
import { stripTagCharacters } from '../results/tag-characters.ts';
import { wrapUntrusted } from '../results/untrusted.ts';
import type { JsonObject, RegisteredTool } from '../types.ts';
import { CacheFileError, readCacheFile } from './cache-file.ts';
import { pageOf } from './page.ts';

const DEFAULT_LIMIT = 500;
const HIGHEST_LIMIT = 2000;

/**
 * The built-in tool `read_file`: pages of text files that this client saved below `<home>/cache`, which are long results
 * and documents. It reads nothing else. Errors are answers, `{"error": …}`.
 */
export function readFileTool(home: string): RegisteredTool {
  return {
    name: 'read_file',
    toolset: 'builtin',
    description:
      'Reads a text file that was saved from a tool result, in pages of numbered lines. A line longer than 2,000 characters counts as several. Only files in the cache folder of this client can be read.',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The path that the result named.' },
        offset: { type: 'integer', minimum: 1, description: 'The first line to read. Default: 1.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: HIGHEST_LIMIT,
          description: `How many lines to read. Default: ${DEFAULT_LIMIT}.`,
        },
      },
      required: ['path'],
    },
    parallel: true,
    call: async (args) => read(home, args),
  };
}

function read(home: string, args: JsonObject): string {
  const { path, offset = 1, limit = DEFAULT_LIMIT } = args;
  if (typeof path !== 'string' || path === '') return renderError(expected('path', 'the path of a file', path));
  if (!isCount(offset)) return renderError(expected('offset', 'a line number from 1 on', offset));
  if (!isCount(limit)) return renderError(expected('limit', 'a number of lines from 1 on', limit));
  try {
    return show(readCacheFile(home, path), offset, Math.min(limit, HIGHEST_LIMIT));
  } catch (error) {
    return renderError(error instanceof CacheFileError ? error.message : 'The file cannot be read');
  }
}

// What is in these files came from servers; read back, it is still theirs, and is cleaned and marked like any result.
function show(text: string, offset: number, limit: number): string {
  const page = pageOf(stripTagCharacters(text), offset, limit);
  if (page.total === 0) return 'The file is empty.';
  if (offset > page.total)
    return renderError(`Expected "offset" to be at most ${page.total}, the last line, got ${offset}`);
  const more = page.last < page.total ? ` Go on with offset ${page.last + 1}.` : '';
  return `${wrapUntrusted('read_file', page.text)}\nLines ${page.first} to ${page.last} of ${page.total}.${more}`;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1;
}

function expected(name: string, what: string, got: unknown): string {
  return `Expected "${name}" to be ${what}, got ${got === undefined ? 'nothing' : JSON.stringify(got).slice(0, 100)}`;
}
