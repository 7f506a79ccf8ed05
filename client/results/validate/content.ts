import { type BlockRules, checkBlock } from './blocks.ts';
import { expectArray, within } from './expect.ts';

/** Throws InvalidResultError unless `content` is an array of the content blocks that `rules` allow. */
export function checkContent(content: unknown, rules: BlockRules): void {
  const blocks = within(content === undefined ? 'missing-content' : 'bad-content', () =>
    expectArray(content, 'content'),
  );
  for (const [index, block] of blocks.entries()) {
    within('bad-content-block', () => checkBlock(block, `content[${index}]`, rules));
  }
}
