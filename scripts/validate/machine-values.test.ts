import { expect, it } from 'vitest';
import { machineValues } from './machine-values.ts';
import { RUN, sampleStored } from './sample-stored.ts';

const path = `runs/${RUN}/model.jsonl`;
const check = (text: string) => machineValues.check(sampleStored({ [path]: text }));

it.each([
  '{"text":"127.0.0.1:{{port}} and {{home}}/tmp/x"}',
  '{"text":"https://example.com/home/page and docs/tmp/file"}',
  '{"text":"the port 8080 of localhost"}',
])('passes %s', (text) => {
  expect(check(text)).toEqual([]);
});

it.each([
  ['"/tmp/run-1"', 'an absolute path (/tmp/)'],
  ['see /home/someone/x', 'an absolute path (/home/)'],
  ['file:///Users/someone', 'an absolute path (/Users/)'],
  ['{"text":"one\\n/home/someone"}', 'an absolute path (/home/)'],
  ['http://127.0.0.1:40123/mcp', 'a loopback port (127.0.0.1:40123)'],
  ['http://localhost:8080', 'a loopback port (localhost:8080)'],
])('fails %s', (text, what) => {
  expect(check(`fine\n${text}\n`)).toEqual([{ path, text: `Expected no value of a machine, got ${what} in line 2.` }]);
});

it('looks into runs only', () => {
  expect(machineValues.check(sampleStored({ 'data/x.json': '"/tmp/x"' }))).toEqual([]);
});
