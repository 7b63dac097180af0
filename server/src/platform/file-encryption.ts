import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** Files are encrypted in pieces: a reader gets verified pieces, and nobody holds a whole file in memory. */
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const STORED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES;

/** A key is for one file and one use: the nonces below repeat with every file. */
export const createDataKey = (): Buffer => randomBytes(32);

/**
 * The nonce holds the index of a piece and whether it is the last, so that no piece can be moved, repeated or removed.
 */
function toNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

/** Encrypts these bytes into the pieces to store. */
export function* encryptPieces(dataKey: Buffer, bytes: Buffer): Generator<Buffer> {
  const count = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES));
  for (let index = 0; index < count; index++) {
    const piece = bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES);
    const cipher = createCipheriv(CIPHER, dataKey, toNonce(index, index === count - 1));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts stored pieces. Throws instead of returning a changed piece, and when the file was cut short. */
export async function* decryptPieces(dataKey: Buffer, stored: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting = Buffer.alloc(0);
  let index = 0;
  for await (const part of stored) {
    waiting = Buffer.concat([waiting, part]);
    // Only the end of the file shows that a piece is the last one.
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
