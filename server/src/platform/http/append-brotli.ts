import { brotliCompress, constants, type BrotliOptions } from 'node:zlib';
import { promisify } from 'node:util';

const compress = promisify(brotliCompress) as (text: string, options: BrotliOptions) => Promise<Buffer>;

// A brotli stream is a sequence of meta-blocks (RFC 7932, section 9.2). One that was flushed ends at a byte, so that
// more meta-blocks can follow it.

/** The longest meta-block whose length is written in four nibbles. */
const BLOCK_MAX_BYTES = 65_536;
/** ISUNCOMPRESSED follows ISLAST (1 bit), MNIBBLES (2) and MLEN - 1 (16). */
const UNCOMPRESSED_BIT = 1 << 19;
/** ISLAST and ISLASTEMPTY. */
const END = Buffer.from([0b11]);

/** The beginning of a brotli stream, to which `appendUncompressed` adds the end. */
export const compressBeginning = (text: string, quality: number): Promise<Buffer> =>
  compress(text, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: quality },
  });

/** The whole brotli stream: its compressed beginning, and this text as it is. */
export function appendUncompressed(beginning: Buffer, text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts = [beginning];
  for (let start = 0; start < bytes.length; start += BLOCK_MAX_BYTES) {
    const block = bytes.subarray(start, start + BLOCK_MAX_BYTES);
    const header = Buffer.alloc(3);
    header.writeUIntLE(((block.length - 1) << 3) | UNCOMPRESSED_BIT, 0, 3);
    parts.push(header, block);
  }
  return Buffer.concat([...parts, END]);
}
