import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './error.ts';
import type { PayloadHash } from './signature.ts';

type Headers = Record<string, string | string[] | undefined>;

export interface Checksum {
  /** As in `x-amz-checksum-<name>`. */
  name: string;
  value: string;
}

export interface VerifiedBody {
  bytes: Buffer;
  checksum: Checksum | null;
}

const CHECKSUM = /^x-amz-checksum-(crc32|sha256|sha1)$/;
const CHUNKED_WITH_TRAILER = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/** Decodes a body and compares every checksum that came with it: of the signature, in headers, and in trailers. */
export function verifyBody(raw: Buffer, headers: Headers, payloadHash: PayloadHash): VerifiedBody {
  const read = (name: string): string => String(headers[name] ?? '');
  if (payloadHash === CHUNKED_WITH_TRAILER) {
    const { bytes, trailers } = decodeChunks(raw);
    if (bytes.length !== Number(read('x-amz-decoded-content-length')))
      throw new S3Error(400, 'IncompleteBody', 'x-amz-decoded-content-length is not the length of the body');
    const announced = read('x-amz-trailer');
    if (announced === '' || trailers.get(announced) === undefined)
      throw new S3Error(
        400,
        'MalformedTrailerError',
        'The request has no trailer that x-amz-trailer announces',
      );
    return { bytes, checksum: compareChecksum(bytes, trailers) };
  }
  if (payloadHash.startsWith('STREAMING-'))
    throw new S3Error(501, 'NotImplemented', `${payloadHash} is not known here`);
  const isSigned = payloadHash !== 'UNSIGNED-PAYLOAD';
  if (isSigned && payloadHash !== createHash('sha256').update(raw).digest('hex'))
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'x-amz-content-sha256 is not the hash of the body');
  const entries = Object.keys(headers).map((name): [string, string] => [name, read(name)]);
  return { bytes: raw, checksum: compareChecksum(raw, new Map(entries)) };
}

function compareChecksum(bytes: Buffer, headers: ReadonlyMap<string, string>): Checksum | null {
  for (const [header, value] of headers) {
    const name = CHECKSUM.exec(header)?.[1];
    if (name === undefined) continue;
    if (calculateChecksum(name, bytes) !== value)
      throw new S3Error(400, 'BadDigest', `The ${name} you specified did not match the calculated checksum`);
    return { name, value };
  }
  return null;
}

function calculateChecksum(name: string, bytes: Buffer): string {
  if (name !== 'crc32') return createHash(name).update(bytes).digest('base64');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum.toString('base64');
}

/** `aws-chunked`: each chunk after its length in hexadecimal, a chunk of length 0, then trailers. */
function decodeChunks(raw: Buffer): { bytes: Buffer; trailers: Map<string, string> } {
  const chunks: Buffer[] = [];
  let at = 0;
  const readLine = (): string => {
    const end = raw.indexOf('\r\n', at);
    if (end < 0) throw new S3Error(400, 'IncompleteBody', 'The body ends in the middle of a chunk');
    const line = raw.toString('latin1', at, end);
    at = end + 2;
    return line;
  };
  for (;;) {
    const length = Number.parseInt(readLine(), 16);
    if (Number.isNaN(length)) throw new S3Error(400, 'InvalidRequest', 'A chunk has no length');
    if (length === 0) break;
    chunks.push(raw.subarray(at, at + length));
    at += length;
    if (readLine() !== '') throw new S3Error(400, 'InvalidRequest', 'A chunk is longer than it says');
  }
  const trailers = new Map<string, string>();
  for (let line = readLine(); line !== ''; line = readLine()) {
    const [name = '', ...value] = line.split(':');
    trailers.set(name.trim().toLowerCase(), value.join(':').trim());
  }
  return { bytes: Buffer.concat(chunks), trailers };
}
