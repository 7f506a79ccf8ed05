import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultOfTap, fileTap } from './tap.ts';

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
      `{"seq":1,"process":${process.pid},"dir":"c2s","text":"{\\"a\\": \\"\u2028ü\\"}"}`,
      `{"seq":2,"process":${process.pid},"dir":"s2c","base64":"gA=="}`,
      `{"seq":3,"process":${process.pid},"exchange":3,"dir":"s2c","http":{"status":200,"headers":{"a":"b"}},"text":""}`,
      `{"seq":4,"process":${process.pid},"exchange":4,"dir":"c2s","http":{"method":"GET","path":"/mcp","headers":{}},"text":"x"}`,
      '',
    ]);
    const validate = new Ajv2020({ strict: false }).compile(schema);
    for (const line of text.trimEnd().split('\n'))
      expect([validate(JSON.parse(line)), validate.errors]).toEqual([true, null]);
    // `launch` is the harness's to add, which knows of several.
    const order = Object.keys(schema.properties).filter((key) => key !== 'launch');
    expect(order).toEqual(['seq', 'process', 'exchange', 'dir', 'http', 'text', 'base64']);
  });

  it('is shared by taps that write one after the other', () => {
    const [first, second] = [fileTap(path), fileTap(path)];
    second.line(frame('a'));
    first.line(frame('b'));
    second.line(frame('c'));
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => /"text":"(.)"/.exec(line)?.[1])).toEqual(['a', 'b', 'c']);
  });

  it('ends at its limit, and says so to whoever reads it', () => {
    const [tap, other] = [fileTap(path, 120), fileTap(path, 120)];
    tap.line(frame('first'));
    other.line(frame('second'));
    expect(faultOfTap(path)).toBeUndefined();
    const kept = readFileSync(path, 'utf8');
    expect(() => tap.line(frame('third'))).toThrow('Expected the tap to stay within 120 bytes, got a line too many');
    expect(readFileSync(path, 'utf8')).toBe(kept);
    expect(faultOfTap(path)).toBe('Expected the tap to stay within 120 bytes, got a line too many');
    expect(readdirSync(folder).sort()).toEqual(['wire.jsonl', 'wire.jsonl.fault']);
  });

  it('says why a frame could not be written, also where the reason could not be', () => {
    mkdirSync(path);
    expect(() => fileTap(path).line(frame('a'))).toThrow(/EISDIR/);
    expect(faultOfTap(path)).toMatch(/EISDIR/);
    truncateSync(`${path}.fault`);
    expect(faultOfTap(path)).toBe('there was no room to say why');
  });

  it('that cannot be written throws', () => {
    expect(() => fileTap(join(folder, 'absent', 'wire.jsonl')).line(frame('a'))).toThrow(/ENOENT/);
  });
});
