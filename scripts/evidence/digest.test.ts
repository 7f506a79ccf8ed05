import { expect, it } from 'vitest';
import { digestOf } from './digest.ts';

const bytes = { record: Buffer.from('r'), wire: Buffer.from('w'), model: Buffer.from('m') };

it('is over all committed files, and the log counts where there is one', () => {
  expect(digestOf(bytes)).toBe(digestOf({ ...bytes, log: undefined }));
  expect(digestOf({ ...bytes, log: Buffer.from('l') })).not.toBe(digestOf(bytes));
  expect(digestOf({ ...bytes, wire: Buffer.from('x') })).not.toBe(digestOf(bytes));
});
