import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VerifiedBody } from './body.ts';
import { S3Error } from './error.ts';
import type { Objects, StoredObject } from './objects.ts';

const KINDS_OF_ENCRYPTION = ['AES256', 'aws:kms'];

/** The kind of encryption at rest that the request asks for; a file without one is refused. */
export function readEncryption({ headers }: FastifyRequest): string {
  const kind = String(headers['x-amz-server-side-encryption'] ?? '');
  if (kind === '')
    throw new S3Error(403, 'AccessDenied', 'The bucket’s policy refuses files without encryption');
  if (!KINDS_OF_ENCRYPTION.includes(kind))
    throw new S3Error(400, 'InvalidArgument', 'The encryption method specified is not supported');
  return kind;
}

export async function putObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, body: { bytes, checksum }, objects }: { key: string; body: VerifiedBody; objects: Objects },
): Promise<FastifyReply> {
  const encryption = readEncryption(request);
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  const storedAt = new Date().toISOString();
  await objects.put({ key, etag, bytes: bytes.length, encryption, checksum, storedAt }, bytes);
  return reply
    .headers({ etag, 'x-amz-server-side-encryption': encryption, ...toChecksumHeader(checksum) })
    .send();
}

export async function answerObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, objects }: { key: string; objects: Objects },
): Promise<FastifyReply> {
  if (request.method === 'DELETE') {
    await objects.remove(key);
    return reply.code(204).send();
  }
  const found = await objects.read(key);
  if (!found) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist');
  const { object, bytes } = found;
  const range = parseRange(request.headers.range, object.bytes);
  reply.headers({ ...describe(object), ...readOverrides(request), 'accept-ranges': 'bytes' });
  if (request.method === 'HEAD') return reply.header('content-length', object.bytes).send();
  if (range === null) {
    const isAsked = request.headers['x-amz-checksum-mode'] === 'ENABLED';
    return reply.headers(isAsked ? toChecksumHeader(object.checksum) : {}).send(bytes);
  }
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${object.bytes}`)
    .send(bytes.subarray(range.start, range.end + 1));
}

const describe = ({ etag, encryption, storedAt }: StoredObject) => ({
  etag,
  'x-amz-server-side-encryption': encryption,
  'last-modified': new Date(storedAt).toUTCString(),
  'content-type': 'application/octet-stream',
});

export const toChecksumHeader = (checksum: StoredObject['checksum']): Record<string, string> =>
  checksum === null ? {} : { [`x-amz-checksum-${checksum.name}`]: checksum.value };

const OVERRIDES = ['content-type', 'content-disposition', 'cache-control', 'content-language', 'expires'];

/** `response-content-type=…` in a signed address sets that header of the answer. */
function readOverrides(request: FastifyRequest): Record<string, string> {
  const query = request.query as Record<string, string>;
  return Object.fromEntries(
    OVERRIDES.flatMap((name) => {
      const value = query[`response-${name}`];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function parseRange(header: string | undefined, length: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (start >= length || end < start)
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable');
  return { start, end };
}
