import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createNotes, type Verbosity } from './notes.ts';
import { terminalText } from './terminal-text.ts';

function noted(verbosity: Verbosity) {
  const stderr = new PassThrough().setEncoding('utf8');
  const logged: string[] = [];
  const note = createNotes(stderr, verbosity, (level, message) => logged.push(`${level} ${message}`));
  note('debug', 'd');
  note('info', 'i');
  note('warning', 'w\n\u001b[2Jx');
  note('error', 'e');
  return { shown: String(stderr.read()), logged };
}

describe('createNotes', () => {
  it.each([
    ['quiet', 'hermes: error: e\n'],
    ['normal', 'hermes: warning: w [2Jx\nhermes: error: e\n'],
    ['verbose', 'hermes: debug: d\nhermes: info: i\nhermes: warning: w [2Jx\nhermes: error: e\n'],
  ] as const)('shows what %s asks for, a line each, and logs all', (verbosity, shown) => {
    expect(noted(verbosity)).toEqual({ shown, logged: ['debug d', 'info i', 'warning w\n\u001b[2Jx', 'error e'] });
  });
});

describe('what a server says', () => {
  it.each([
    ['quiet', null],
    ['normal', null],
    ['verbose', 'hermes: error: e\n'],
  ] as const)('is logged, and shown with %s as %j', (verbosity, shown) => {
    const stderr = new PassThrough().setEncoding('utf8');
    const logged: unknown[] = [];
    createNotes(stderr, verbosity, (...event) => logged.push(event))('error', 'e', 'server');
    expect(stderr.read()).toBe(shown);
    expect(logged).toEqual([['error', 'e', 'server']]);
  });
});

describe('terminalText', () => {
  it('keeps text, tabs and lines, and drops what steers a terminal', () => {
    expect(terminalText('a\tb\r\nc\u001b]0;title\u0007\u009b31md\re é🎉')).toBe('a\tb\nc]0;title31mde é🎉');
  });
});
