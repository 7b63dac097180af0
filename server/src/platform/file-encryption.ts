import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** Encrypted piece by piece: a reader gets what was checked already, and nobody holds a whole file in memory. */
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const STORED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES;

/** For one file and one time: the nonces below repeat with every file. */
export const createDataKey = (): Buffer => randomBytes(32);

/** The place of a piece and whether it is the last, so that none can be moved, repeated or left out. */
function toNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

/** What is stored of these bytes. */
export function* encryptPieces(dataKey: Buffer, bytes: Buffer): Generator<Buffer> {
  const count = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES));
  for (let index = 0; index < count; index++) {
    const piece = bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES);
    const cipher = createCipheriv(CIPHER, dataKey, toNonce(index, index === count - 1));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** The bytes of what is stored; throws instead of giving out a piece that was changed, and at an end that is none. */
export async function* decryptPieces(dataKey: Buffer, stored: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting = Buffer.alloc(0);
  let index = 0;
  for await (const part of stored) {
    waiting = Buffer.concat([waiting, part]);
    // A piece is known to be the last one by the end of the file alone.
    while (waiting.length > STORED_PIECE_BYTES) {
      yield decryptPiece(dataKey, waiting.subarray(0, STORED_PIECE_BYTES), toNonce(index, false));
      waiting = waiting.subarray(STORED_PIECE_BYTES);
      index += 1;
    }
  }
  yield decryptPiece(dataKey, waiting, toNonce(index, true));
}

function decryptPiece(dataKey: Buffer, piece: Buffer, nonce: Buffer): Buffer {
  if (piece.length < TAG_BYTES) throw new Error('a stored file was cut short');
  const decipher = createDecipheriv(CIPHER, dataKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(piece.subarray(-TAG_BYTES));
  const bytes = decipher.update(piece.subarray(0, -TAG_BYTES));
  try {
    return Buffer.concat([bytes, decipher.final()]);
  } catch (cause) {
    throw new Error('a stored file was changed', { cause });
  }
}
