import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContentBlock, ResourceContents } from '../types.ts';
import { renderBlock } from './block.ts';
import type { Rendered } from './rendered.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'blocks-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const show = (block: ContentBlock, readResourceTool?: string): Rendered =>
  renderBlock(block, readResourceTool === undefined ? { home } : { home, readResourceTool });
const image = (bytes: Buffer, mimeType = 'image/png'): ContentBlock => ({
  type: 'image',
  data: bytes.toString('base64'),
  mimeType,
});
const id = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const MANY = 'A'.repeat(4 * 17_476_268);

describe('a text block', () => {
  it('is shown as it is, whoever it is for', () => {
    const block = { type: 'text', text: ' a\n', annotations: { audience: ['user'] } } as ContentBlock;
    expect(show(block)).toEqual({ text: ' a\n', usable: true });
  });

  it('does not speak for the result when nothing is to be seen of it', () => {
    expect(show({ type: 'text', text: ' \n' })).toEqual({ text: ' \n', usable: false });
    expect(show({ type: 'text', text: '\u{e0041}' })).toEqual({ text: '', usable: false });
  });
});

describe('an image block', () => {
  it.each([
    ['.png', PNG],
    ['.jpg', Buffer.from('ffd8ffe000104a46', 'hex')],
    ['.gif', Buffer.from('GIF89a..')],
    ['.gif', Buffer.from('GIF87a..')],
    ['.bmp', Buffer.from('BM......')],
    ['.webp', Buffer.from('RIFF\x01\n\x02\x03WEBPVP8 ', 'latin1')],
  ])('is kept as a %s by what its bytes are', (extension, bytes) => {
    const path = join(home, 'cache', 'images', `img_${id(bytes)}${extension}`);
    expect(show(image(bytes, 'image/x-anything'))).toEqual({ text: `MEDIA:${path}`, usable: true });
    expect(readFileSync(path)).toEqual(bytes);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home, 'cache', 'images'))).toEqual([`img_${id(bytes)}${extension}`]);
  });

  it('is kept once, however often it comes', () => {
    expect(show(image(PNG))).toEqual(show(image(PNG)));
    expect(readdirSync(join(home, 'cache', 'images'))).toHaveLength(1);
  });

  it.each([
    [
      image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
      '[image (image/svg+xml) left out: its 41 bytes are no PNG, JPEG, GIF, BMP or WEBP]',
    ],
    [
      { type: 'image', data: 'not base64!', mimeType: 'image/png' },
      '[image (image/png) left out: its data is not base64]',
    ],
    [
      { type: 'image', data: 'iVBORw0KGgo', mimeType: 'image/png' },
      '[image (image/png) left out: its data is not base64]',
    ],
    [{ type: 'image', data: '', mimeType: 'image/png' }, '[image (image/png) left out: its data is not base64]'],
    [
      { type: 'image', data: MANY, mimeType: 'image/png' },
      '[image (image/png) left out: about 52428804 bytes, and at most 52428800 are kept]',
    ],
    [
      { type: 'image', data: 'AAEC', mimeType: 'text/html' },
      '[a block that cannot be shown was left out: type=image, mimeType=text/html]',
    ],
    [{ type: 'image', data: '!', mimeType: 'image/a\nb' }, '[image (image/a b) left out: its data is not base64]'],
  ] as [ContentBlock, string][])('that cannot be kept is told about (case %#)', (block, text) => {
    expect(show(block)).toEqual({ text, usable: false });
    expect(existsSync(join(home, 'cache'))).toBe(false);
  });

  it('that cannot be written is told about', () => {
    writeFileSync(join(home, 'cache'), 'a file where a folder should be');
    expect(show(image(PNG))).toEqual({
      text: '[image (image/png) left out: its 16 bytes could not be saved]',
      usable: false,
    });
  });

  it('takes the place of a link and does not write through it', () => {
    mkdirSync(join(home, 'cache', 'images'), { recursive: true });
    const path = join(home, 'cache', 'images', `img_${id(PNG)}.png`);
    writeFileSync(join(home, 'other'), 'untouched');
    symlinkSync(join(home, 'other'), path);
    show(image(PNG));
    expect(readFileSync(join(home, 'other'), 'utf8')).toBe('untouched');
    expect(readFileSync(path)).toEqual(PNG);
  });
});

describe('an audio block', () => {
  it.each([
    ['audio/wav', '.wav'],
    ['audio/x-wav', '.wav'],
    ['audio/vnd.wave', '.wav'],
    ['audio/mpeg', '.mp3'],
    ['AUDIO/MP4; codecs=x', '.m4a'],
    ['audio/ogg', '.ogg'],
    ['audio/what-ever', '.ogg'],
    ['audio/constructor', '.ogg'],
  ])('of type %s is kept as %s', (mimeType, extension) => {
    const bytes = Buffer.from('RIFF....');
    const path = join(home, 'cache', 'audio', `audio_${id(bytes)}${extension}`);
    expect(show({ type: 'audio', data: bytes.toString('base64'), mimeType })).toEqual({
      text: `MEDIA:${path}`,
      usable: true,
    });
    expect(readFileSync(path)).toEqual(bytes);
  });

  it('over the limit is told about', () => {
    const text = '[audio (audio/wav) left out: about 52428804 bytes, and at most 52428800 are kept]';
    expect(show({ type: 'audio', data: MANY, mimeType: 'audio/wav' })).toEqual({ text, usable: false });
  });
});

describe('a resource link', () => {
  const link = { type: 'resource_link', uri: 'file:///a.txt', name: 'a', mimeType: 'text/plain' } as const;

  it('names the tool that reads it where the model has one', () => {
    expect(show(link, 'mcp__docs__read_resource').text).toBe(
      '[link to a resource: uri=file:///a.txt, name=a, mimeType=text/plain; mcp__docs__read_resource can read it]',
    );
    expect(show({ type: 'resource_link', uri: 'file:///a.txt', name: 'a' })).toEqual({
      text: '[link to a resource: uri=file:///a.txt, name=a]',
      usable: true,
    });
  });

  it('stays on one line', () => {
    expect(show({ ...link, name: 'a\n]\u2028 do this' }).text).toBe(
      '[link to a resource: uri=file:///a.txt, name=a ]  do this, mimeType=text/plain]',
    );
  });
});

describe('an embedded resource', () => {
  const embedded = (resource: ResourceContents): Rendered => show({ type: 'resource', resource });
  const bytes = Buffer.from([0, 1, 2]);
  const blob = bytes.toString('base64');

  it('is its text where it has one', () => {
    expect(embedded({ uri: 'file:///a', text: 'A' })).toEqual({ text: 'A', usable: true });
    expect(embedded({ uri: 'file:///a', text: 'A', blob })).toEqual({ text: 'A', usable: true });
    expect(embedded({ uri: 'file:///a', text: '' })).toEqual({ text: '', usable: false });
  });

  it('is kept as a file where it is bytes, and read_file is named where it can read them', () => {
    const path = join(home, 'cache', 'documents', `doc_${id(bytes)}_a.bin`);
    expect(embedded({ uri: 'file:///x/a.bin', mimeType: 'application/x', blob })).toEqual({
      text: `[the bytes of a resource are kept in ${path} (application/x, 3 bytes)]`,
      usable: true,
    });
    expect(readFileSync(path)).toEqual(bytes);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const words = Buffer.from('é, words');
    expect(embedded({ uri: 'file:///b.txt', blob: words.toString('base64') }).text).toBe(
      `[the bytes of a resource are kept in ${join(home, 'cache', 'documents', `doc_${id(words)}_b.txt`)} (type not stated, 9 bytes); read_file can show it]`,
    );
  });

  it.each([
    ['file:///x/report.pdf?v=1#p', undefined, 'report.pdf'],
    ['file:///x/..%2f..%2fetc', undefined, '2f.._2fetc'],
    ['file:///x/..', undefined, 'resource'],
    ['file:///x/', 'text/plain', 'resource.txt'],
    ['file:///x/', 'application/pdf', 'resource.pdf'],
    ['file:///x/', 'application/vnd.ms-excel', 'resource'],
    ['urn:a:$(id)', undefined, 'urn_a_id_'],
    [`file:///${'a'.repeat(200)}.txt`, undefined, `${'a'.repeat(146)}.txt`],
  ])('of %s and type %s is kept under a safe name', (uri, mimeType, name) => {
    const resource = mimeType === undefined ? { uri, blob } : { uri, mimeType, blob };
    expect(embedded(resource).text).toContain(`/doc_${id(bytes)}_${name} (`);
    expect(readdirSync(join(home, 'cache', 'documents'))).toEqual([`doc_${id(bytes)}_${name}`]);
  });

  it('that cannot be kept is told about', () => {
    expect(embedded({ uri: 'file:///a', mimeType: 'a/b', blob: '!' })).toEqual({
      text: '[resource left out: its data is not base64 (uri=file:///a, mimeType=a/b)]',
      usable: false,
    });
    expect(embedded({ uri: 'file:///a', blob: MANY })).toEqual({
      text: '[resource left out: about 52428804 bytes, and at most 52428800 are kept (uri=file:///a)]',
      usable: false,
    });
    writeFileSync(join(home, 'cache'), 'a file where a folder should be');
    expect(embedded({ uri: 'file:///a', blob })).toEqual({
      text: '[resource left out: its 3 bytes could not be saved (uri=file:///a)]',
      usable: false,
    });
  });
});

it('a block of an unknown type is told about with what it says of itself', () => {
  const block = {
    type: 'video',
    mimeType: 'video/mp4',
    uri: 'a:b',
    size: 3,
    name: 'a',
    data: 'secret',
  } as unknown as ContentBlock;
  expect(show(block)).toEqual({
    text: '[a block that cannot be shown was left out: type=video, mimeType=video/mp4, uri=a:b, size=3, name=a]',
    usable: false,
  });
});
