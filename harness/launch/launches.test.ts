import { appendFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { calibration } from '../../scenarios/index.ts';
import { tellLaunches } from './launches.ts';

const scenario = { ...calibration, launches: [{}, {}] };
let folder: string;
let wire: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launches-'));
  wire = join(folder, 'wire.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

it('tells the launch of each line, and whether the server had anything in it by then', async () => {
  const launches = tellLaunches(scenario, wire);
  const model = (): unknown => JSON.parse(launches.inModel('{"seq":1,"dialect":"x"}\n'));
  const frame = (text: string): void => appendFileSync(wire, `{"seq":1,"process":7,"dir":"c2s","text":"${text}"}\n`);
  launches.next();
  expect(model()).toEqual({ seq: 1, launch: 1, reached: false, dialect: 'x' });
  frame('a');
  frame('é');
  expect(model()).toMatchObject({ launch: 1, reached: true });
  launches.next();
  expect(launches.inModel('{"seq":3,"dialect":"x"}\n')).toBe('{"seq":3,"launch":2,"reached":false,"dialect":"x"}\n');
  frame('b');
  expect(model()).toMatchObject({ launch: 2, reached: true });
  appendFileSync(wire, '{"seq":');
  expect(launches.inWire(await readFile(wire)).split('\n')).toEqual([
    '{"seq":1,"process":7,"launch":1,"dir":"c2s","text":"a"}',
    '{"seq":1,"process":7,"launch":1,"dir":"c2s","text":"é"}',
    '{"seq":1,"process":7,"launch":2,"dir":"c2s","text":"b"}',
    '{"seq":',
  ]);
});

it('leaves the lines of a single launch as they are', () => {
  const launches = tellLaunches(calibration, wire);
  launches.next();
  expect(launches.inModel('{"seq":1}\n')).toBe('{"seq":1}\n');
  expect(launches.inWire(Buffer.from('{"seq":1}\n'))).toBe('{"seq":1}\n');
});
