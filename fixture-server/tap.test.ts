import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileTap } from './tap.ts';

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'data', 'schema', 'wire-line.schema.json'), 'utf8'),
) as { properties: object };

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixture-tap-'));
  path = join(folder, 'wire.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true }));

const frame = (text: string) => ({ dir: 'c2s', bytes: Buffer.from(text) }) as const;

describe('a tap file', () => {
  it('holds lines in the form of the schema, keys in its order', () => {
    const tap = fileTap(path);
    tap.line({ bytes: Buffer.from('{"a": "\u2028ü"}'), dir: 'c2s' });
    tap.line({ bytes: Buffer.from([0x80]), dir: 's2c' });
    tap.line({ bytes: Buffer.from(''), http: { status: 200, headers: { a: 'b' } }, dir: 's2c', exchange: 3 });
    tap.line({ bytes: Buffer.from('x'), http: { method: 'GET', path: '/mcp', headers: {} }, dir: 'c2s', exchange: 4 });
    const text = readFileSync(path, 'utf8');
    expect(text.split('\n')).toEqual([
      '{"seq":1,"process":1,"dir":"c2s","text":"{\\"a\\": \\"\u2028ü\\"}"}',
      '{"seq":2,"process":1,"dir":"s2c","base64":"gA=="}',
      '{"seq":3,"process":1,"exchange":3,"dir":"s2c","http":{"status":200,"headers":{"a":"b"}},"text":""}',
      '{"seq":4,"process":1,"exchange":4,"dir":"c2s","http":{"method":"GET","path":"/mcp","headers":{}},"text":"x"}',
      '',
    ]);
    const validate = new Ajv2020({ strict: false }).compile(schema);
    for (const line of text.trimEnd().split('\n'))
      expect([validate(JSON.parse(line)), validate.errors]).toEqual([true, null]);
    expect(Object.keys(schema.properties)).toEqual(['seq', 'process', 'exchange', 'dir', 'http', 'text', 'base64']);
  });

  it('goes on where others were: a process counts from its first line', () => {
    const [first, second, third] = [fileTap(path), fileTap(path), fileTap(path)];
    second.line(frame('a'));
    third.line(frame('b'));
    second.line(frame('c'));
    first.line(frame('d'));
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => /^\{"seq":(\d+),"process":(\d+)/.exec(line)?.slice(1).join('/'))).toEqual([
      '1/1',
      '2/2',
      '3/1',
      '4/3',
    ]);
    expect(readdirSync(folder)).toEqual(['wire.jsonl']);
  });

  it('loses the half line that a killed process left, and no other', () => {
    const tap = fileTap(path);
    tap.line(frame('whole'));
    appendFileSync(path, '{"seq":2,"process":2,"dir":"c2s","te');
    tap.line(frame('next'));
    expect(readFileSync(path, 'utf8')).toBe(
      '{"seq":1,"process":1,"dir":"c2s","text":"whole"}\n{"seq":2,"process":1,"dir":"c2s","text":"next"}\n',
    );
  });

  it('passes over a number whose holder was killed, without waiting for it again', () => {
    writeFileSync(`${path}.1`, '');
    fileTap(path).line(frame('a'));
    fileTap(path).line(frame('b'));
    expect(readFileSync(path, 'utf8')).toBe(
      '{"seq":2,"process":1,"dir":"c2s","text":"a"}\n{"seq":3,"process":2,"dir":"c2s","text":"b"}\n',
    );
    expect(existsSync(`${path}.2`)).toBe(false);
  });

  it('that was emptied begins anew', () => {
    const tap = fileTap(path);
    tap.line(frame('before'));
    truncateSync(path);
    tap.line(frame('after'));
    expect(readFileSync(path, 'utf8')).toBe('{"seq":1,"process":1,"dir":"c2s","text":"after"}\n');
  });

  it('that cannot be written throws', () => {
    expect(() => fileTap(join(folder, 'absent', 'wire.jsonl')).line(frame('a'))).toThrow(/ENOENT/);
  });
});
