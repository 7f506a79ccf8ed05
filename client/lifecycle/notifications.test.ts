import { describe, expect, it } from 'vitest';
import { createNotificationHandler } from './notifications.ts';

function start() {
  const logged: string[] = [];
  let changes = 0;
  const notify = createNotificationHandler('docs', {
    hide: (text) => text.replaceAll('s3cret', '[REDACTED]'),
    log: (level, message) => logged.push(`${level}: ${message}`),
    onListChanged: () => {
      changes += 1;
    },
  });
  return { notify, logged, changes: () => changes };
}

describe('log messages of a server', () => {
  it.each([
    ['debug', 'debug'],
    ['info', 'info'],
    ['notice', 'info'],
    ['warning', 'warning'],
    ['error', 'error'],
    ['critical', 'error'],
    ['alert', 'error'],
    ['emergency', 'error'],
    ['loud', 'info'],
    [undefined, 'info'],
  ])('of level %s are logged as %s, with the name of the server', (level, as) => {
    const { notify, logged } = start();
    notify('notifications/message', { ...(level !== undefined && { level }), data: 'hello' });
    expect(logged).toEqual([`${as}: MCP log [docs]: hello`]);
  });

  it('carry their logger', () => {
    const { notify, logged } = start();
    notify('notifications/message', { level: 'info', logger: 'db', data: 'hello' });
    expect(logged).toEqual(['info: MCP log [docs/db]: hello']);
  });

  it('are written as JSON unless they are text', () => {
    const { notify, logged } = start();
    notify('notifications/message', { level: 'info', data: { a: [1, null] } });
    notify('notifications/message', { level: 'info' });
    expect(logged).toEqual(['info: MCP log [docs]: {"a":[1,null]}', 'info: MCP log [docs]: nothing']);
  });

  it('are cut after 2,000 characters', () => {
    const { notify, logged } = start();
    notify('notifications/message', { level: 'info', data: 'x'.repeat(2000) });
    notify('notifications/message', { level: 'info', data: 'x'.repeat(2001) });
    expect(logged).toEqual([
      `info: MCP log [docs]: ${'x'.repeat(2000)}`,
      `info: MCP log [docs]: ${'x'.repeat(2000)}... [truncated]`,
    ]);
  });

  it('do not repeat a secret of the entry, not even half of one', () => {
    const { notify, logged } = start();
    notify('notifications/message', { level: 'info', logger: 's3cret', data: `${'x'.repeat(1997)}s3cret` });
    expect(logged.join()).not.toMatch(/s3c/);
  });

  it('do not fill the log', () => {
    const { notify, logged } = start();
    for (let count = 0; count < 2000; count++) notify('notifications/message', { level: 'error', data: 'x' });
    expect(logged).toHaveLength(500);
  });
});

describe('other notifications', () => {
  it('passes a change of the tools on', () => {
    const { notify, logged, changes } = start();
    notify('notifications/tools/list_changed', {});
    expect(changes()).toBe(1);
    expect(logged).toEqual([]);
  });

  it.each(['notifications/prompts/list_changed', 'notifications/resources/list_changed', 'x/\ny'])(
    'notes that %j is not acted on',
    (method) => {
      const { notify, logged, changes } = start();
      notify(method, {});
      expect(changes()).toBe(0);
      expect(logged).toEqual([`debug: MCP server "docs": ${method.replace('\n', ' ')} is not acted on`]);
    },
  );
});
