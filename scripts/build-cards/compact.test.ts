import { expect, it } from 'vitest';
import { compactVerdict } from './compact.ts';

it.each([
  ['"…" client error text, quoting structuredContent: "x _meta reached the model"', 'error'],
  ['[…] and {…} (content 1x, structuredContent 1x, as text)', '[…] {…}'],
  ['[…] and {…} (content 1x, structuredContent 1x, as text, _meta reached the model)', '[…] {…} + _meta'],
  [
    '[…] and {…} (content 1x, structuredContent 1x, as text, _meta reached the model, reserved _meta reached the model)',
    '[…] {…} + _meta + reserved _meta',
  ],
  ['[…] content only (1x, as text, reserved _meta reached the model)', '[…] + reserved _meta'],
  ['[…] content only (1x, as text)', '[…]'],
  ['[…] content in part (head and tail, as text)', '[…] in part'],
  ['{…} structuredContent only (2x, as text)', '{…}'],
  ['[…] and {…} (content 1x, structuredContent 1x, as text, image as image part)', '[…] {…} + image'],
  ['payload twice (as text)', 'twice'],
  ['payload 4x (as text)', '4x'],
  ['⟨…⟩ whole envelope (as XML)', '⟨…⟩'],
  ['"…" client error text, no fixture field: "image as base64"', 'error'],
  ['"…" nothing of the result reached the model', 'nothing'],
  ['tool not offered to the model', 'hidden'],
  ['full: 5 of 5 checks', 'full: 5 of 5 checks'],
])('%s is %s', (short, compact) => {
  expect(compactVerdict(short)).toBe(compact);
});
