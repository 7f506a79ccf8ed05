import { describe, expect, it } from 'vitest';
import { noteProgress } from './progress.ts';

function notes() {
  const logged: string[] = [];
  const note = noteProgress('docs', 'search', {
    hide: (text) => text.replaceAll('sesame-42', '[REDACTED]'),
    log: (level, line) => logged.push(`${level} ${line}`),
  });
  return { note, logged };
}

describe('noteProgress', () => {
  it('says how far a call is, in one line without secrets', () => {
    const { note, logged } = notes();
    note({ progress: 1 });
    note({ progress: 2, total: 4, message: 'half\nway with sesame-42' });
    expect(logged).toEqual([
      'info docs: progress of search: 1',
      'info docs: progress of search: 2 of 4: half way with [REDACTED]',
    ]);
  });

  it('hides a secret in the name of a tool', () => {
    const logged: string[] = [];
    const hide = (text: string) => text.replaceAll('sesame-42', '[REDACTED]');
    noteProgress('docs', 'sesame-42', { hide, log: (_level, line) => logged.push(line) })({ progress: 1 });
    expect(logged).toEqual(['docs: progress of [REDACTED]: 1']);
  });

  it('says no more than fifty things of one call', () => {
    const { note, logged } = notes();
    for (let progress = 0; progress < 1000; progress += 1) note({ progress });
    expect(logged).toHaveLength(50);
    expect(logged[49]).toContain('nothing more of this kind');
  });
});
