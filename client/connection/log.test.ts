import { describe, expect, it } from 'vitest';
import { limitLog } from './log.ts';

describe('limitLog', () => {
  it('takes 500 lines, the last of which says that it was the last', () => {
    const lines: string[] = [];
    const log = limitLog((line) => lines.push(line), 'docs');
    for (let n = 1; n <= 600; n++) log(`line ${n}`);
    expect(lines).toHaveLength(500);
    expect(lines.slice(-2)).toEqual(['line 499', 'MCP server "docs": nothing more of this kind is logged']);
  });
});
