const SIGNATURES: [extension: string, signature: RegExp][] = [
  ['.png', /^89504e470d0a1a0a/],
  ['.jpg', /^ffd8ff/],
  ['.gif', /^47494638(?:37|39)61/],
  ['.bmp', /^424d/],
  ['.webp', /^52494646.{8}57454250/],
];

/**
 * The file extension of a raster image by its first bytes, or `undefined` when they are none of a known one. What a
 * server says about the type is not asked: it can say what it likes, and an SVG is a program.
 */
export function rasterExtension(bytes: Buffer): string | undefined {
  const start = bytes.toString('hex', 0, 12);
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0];
}
