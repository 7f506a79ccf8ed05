import { describe, expect, it } from 'vitest';
import type { Driver } from '../../data/types/driver.ts';
import { type DriverContext, fillIn } from './driven.ts';

const context: DriverContext = {
  node: '/usr/bin/node',
  root: '/package',
  folder: '/repository',
  install: '',
  host: '',
  program: '',
  home: '/home',
  work: '/work',
  prompt: 'Say "hello" & stop',
  config: { mode: 'plain' },
  model: { baseUrl: 'http://127.0.0.1:1/v1', origin: 'http://127.0.0.1:1', apiKey: 'dummy', name: 'm' },
  server: {
    name: 's',
    transport: 'stdio',
    sse: false,
    command: 'node',
    args: ['a b', '"c"'],
    url: '',
    entry: { tools: { exclude: ['x'] } },
  },
};

function driver(command: string[], template: string[]): Driver {
  return {
    client: 'c',
    command,
    environment: { HOME_OF_C: '{{home}}/c' },
    files: [{ path: 'c.yaml', template }],
  } as unknown as Driver;
}

describe('a driver filled in', () => {
  it('escapes nothing, and writes values as JSON where it is told to', () => {
    const driven = fillIn(
      driver(
        ['{{node}}', '{{prompt}}'],
        ['args: {{json server.args}}', '{{#each server.entry}}{{@key}}: {{json this}}{{/each}}'],
      ),
      context,
    );
    expect(driven).toEqual({
      command: ['/usr/bin/node', 'Say "hello" & stop'],
      environment: { HOME_OF_C: '/home/c' },
      files: [{ path: 'c.yaml', text: 'args: ["a b","\\"c\\""]\ntools: {"exclude":["x"]}\n' }],
    });
  });

  it('refuses a template that names something that is not there', () => {
    expect(() => fillIn(driver(['{{nose}}'], []), context)).toThrow(
      /^Expected the template of "command" to fit its context: .*nose/,
    );
    expect(() => fillIn(driver(['x'], ['{{config.missing}}']), context)).toThrow(/^Expected the template of "c\.yaml"/);
  });

  it.each([
    '{{json nothing}}',
    '{{json config.nothing}}',
    '{{json}}',
    '{{json home work}}',
    '{{#if config.nothing}}x{{/if}}',
    '{{#unless config.nothing}}x{{/unless}}',
    '{{#each server.nothing}}x{{/each}}',
    '{{#with nothing}}x{{/with}}',
    '{{lookup config "nothing"}}',
    '{{log home}}',
    '{{> partial}}',
  ])('refuses %s, whatever stands around the name', (template) => {
    expect(() => fillIn(driver(['x'], [template]), context)).toThrow(
      /^Expected the template of "c\.yaml" to fit its context: /,
    );
  });

  it('takes values that are false or empty for what they are', () => {
    const { files } = fillIn(driver(['x'], ['{{#if server.url}}url{{else}}none{{/if}} {{json server.url}}']), context);
    expect(files[0]?.text).toBe('none ""\n');
  });
});
