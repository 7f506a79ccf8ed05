import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
// One grey pixel, 8 bits deep.
const HEADER = Buffer.from('00000001000000010800000000', 'hex');
const PIXEL = Buffer.from('78da6368000000820081', 'hex');

/** A valid PNG image of one pixel that carries `comment` in a tEXt chunk, in base64. */
export function png(comment: string): string {
  const text = Buffer.from(`Comment\0${comment}`, 'latin1');
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', HEADER),
    chunk('tEXt', text),
    chunk('IDAT', PIXEL),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
