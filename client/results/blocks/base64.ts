/** The most bytes of one image, audio or document that are kept. */
export const LARGEST_FILE = 50 * 1024 * 1024;

/** The bytes of base64, `invalid`, or `too large` (judged by its length, before anything is decoded). */
export function decodeBase64(data: string): Buffer | 'invalid' | 'too large' {
  if (decodedLength(data) > LARGEST_FILE) return 'too large';
  const text = data.replace(/\s+/g, '');
  const digits = text.replace(/={1,2}$/, '');
  if (text === '' || text.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(digits)) return 'invalid';
  return Buffer.from(text, 'base64');
}

/** How many bytes base64 of this length stands for, give or take the padding. */
export function decodedLength(data: string): number {
  return Math.floor((data.length * 3) / 4);
}
