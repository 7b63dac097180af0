import type { Readable } from 'node:stream';

export interface Part {
  bytes: Buffer;
  isLast: boolean;
}

/** Splits a body into parts of exactly this size and a last one, which may be smaller or empty. */
export async function* splitIntoParts(
  body: Readable | Buffer,
  partBytes: number,
): AsyncGenerator<Part, undefined> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of toPieces(body)) {
    pieces.push(piece);
    length += piece.length;
    // Keep a full part until more follows: the last part is the one after which nothing comes.
    while (length > partBytes) {
      const all = join(pieces);
      yield { bytes: all.subarray(0, partBytes), isLast: false };
      pieces = [all.subarray(partBytes)];
      length -= partBytes;
    }
  }
  yield { bytes: join(pieces), isLast: true };
  return undefined;
}

const join = (pieces: Buffer[]): Buffer => {
  const [only] = pieces;
  return only && pieces.length === 1 ? only : Buffer.concat(pieces);
};

async function* toPieces(body: Readable | Buffer): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(body)) yield body;
  else for await (const piece of body) yield Buffer.from(piece as Uint8Array);
}
