import { createHash, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VerifiedBody } from './body.ts';
import { S3Error } from './error.ts';
import { readEncryption, toChecksumHeader } from './object-calls.ts';
import type { Objects } from './objects.ts';
import { escapeXml, XML_DECLARATION } from './xml.ts';

interface Upload {
  key: string;
  encryption: string;
  parts: Map<number, { etag: string; bytes: Buffer; checksum: VerifiedBody['checksum'] }>;
}

interface Call {
  key: string;
  body: VerifiedBody;
  objects: Objects;
}

const PART_MIN_BYTES = 5 * 1024 * 1024;

/** Multipart uploads in progress. They do not survive a restart; a real bucket has a rule that removes them. */
export class Uploads {
  readonly #uploads = new Map<string, Upload>();

  async answer(request: FastifyRequest, reply: FastifyReply, call: Call): Promise<FastifyReply> {
    const query = request.query as Record<string, string>;
    if (query['uploads'] !== undefined && request.method === 'POST')
      return this.#create(request, reply, call.key);
    const id = query['uploadId'] ?? '';
    const upload = this.#uploads.get(id);
    if (!upload || upload.key !== call.key)
      throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist');
    if (request.method === 'PUT')
      return putPart(reply, upload, { number: Number(query['partNumber']), ...call.body });
    if (request.method === 'DELETE') {
      this.#uploads.delete(id);
      return reply.code(204).send();
    }
    if (request.method !== 'POST')
      throw new S3Error(405, 'MethodNotAllowed', 'The method is not allowed here');
    const answer = await complete(upload, call);
    this.#uploads.delete(id);
    return reply.type('application/xml').send(answer);
  }

  #create(request: FastifyRequest, reply: FastifyReply, key: string): FastifyReply {
    const id = randomUUID();
    const encryption = readEncryption(request);
    this.#uploads.set(id, { key, encryption, parts: new Map() });
    return reply
      .header('x-amz-server-side-encryption', encryption)
      .type('application/xml')
      .send(
        `${XML_DECLARATION}<InitiateMultipartUploadResult><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
  }

  writeList(): string {
    const uploads = [...this.#uploads].map(
      ([id, { key }]) => `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId></Upload>`,
    );
    return `${XML_DECLARATION}<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`;
  }
}

function putPart(
  reply: FastifyReply,
  upload: Upload,
  { number, bytes, checksum }: VerifiedBody & { number: number },
): FastifyReply {
  if (!(Number.isInteger(number) && number >= 1 && number <= 10_000))
    throw new S3Error(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000');
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  upload.parts.set(number, { etag, bytes, checksum });
  return reply.headers({ etag, ...toChecksumHeader(checksum) }).send();
}

/** Puts the listed parts together, after it has compared what the list says about each of them. */
async function complete(upload: Upload, { key, body, objects }: Call): Promise<string> {
  const text = body.bytes.toString('utf8');
  const listed = [...text.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, part = '']) => ({
    number: Number(readElement(part, 'PartNumber')),
    etag: readElement(part, 'ETag').replaceAll('&quot;', '"'),
    checksum: readElement(part, 'ChecksumCRC32'),
  }));
  if (listed.length === 0) throw new S3Error(400, 'MalformedXML', 'The XML you provided was not well-formed');
  const parts = listed.map(({ number, etag, checksum }, index) => {
    const part = upload.parts.get(number);
    if (index > 0 && number <= (listed[index - 1]?.number ?? 0))
      throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order');
    if (!part || part.etag !== etag || (part.checksum?.name === 'crc32' && part.checksum.value !== checksum))
      throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found');
    if (index < listed.length - 1 && part.bytes.length < PART_MIN_BYTES)
      throw new S3Error(
        400,
        'EntityTooSmall',
        'Your proposed upload is smaller than the minimum allowed size',
      );
    return part;
  });
  const bytes = Buffer.concat(parts.map((part) => part.bytes));
  const etag = `"${createHash('md5').update(bytes).digest('hex')}-${parts.length}"`;
  const storedAt = new Date().toISOString();
  const { encryption } = upload;
  await objects.put({ key, etag, bytes: bytes.length, encryption, checksum: null, storedAt }, bytes);
  return `${XML_DECLARATION}<CompleteMultipartUploadResult><Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag></CompleteMultipartUploadResult>`;
}

const readElement = (xml: string, name: string): string =>
  new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(xml)?.[1] ?? '';
