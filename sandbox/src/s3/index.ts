import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { takeFault } from '../faults.ts';
import { answerObject, putObject } from './object-calls.ts';
import { verifyBody } from './body.ts';
import { S3Error, toErrorXml } from './error.ts';
import { Objects } from './objects.ts';
import { Uploads } from './uploads.ts';
import { verifySignature } from './signature.ts';
import { escapeXml, XML_DECLARATION } from './xml.ts';

const PREFIX = '/s3';
const BUCKET = 'fws-files';
const REGION = 'ap-south-1';
const BODY_MAX_BYTES = 64_000_000;

/**
 * A stand-in of S3 with one bucket, by path. It verifies signatures, checksums and expiry, and refuses files without
 * encryption at rest as a bucket's policy would. Without a data folder its files are temporary; the function that is
 * returned removes them.
 */
export function addS3(
  app: FastifyInstance,
  context: Context,
  dataDir: string | undefined,
): () => Promise<void> {
  const folder = dataDir === undefined ? join(tmpdir(), `fws-bucket-${randomUUID()}`) : join(dataDir, BUCKET);
  const objects = new Objects(folder);
  const uploads = new Uploads();
  void app.register(
    async (s3) => {
      s3.removeAllContentTypeParsers();
      s3.addContentTypeParser(
        '*',
        { bodyLimit: BODY_MAX_BYTES },
        async (_request: unknown, payload: Readable) => buffer(payload),
      );
      s3.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply, context));
      s3.route({
        method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
        url: '/*',
        handler: async (request, reply) => {
          await meetFault(context, request, 'before');
          const answer = await perform(request, reply, { context, objects, uploads });
          await meetFault(context, request, 'after');
          return answer;
        },
      });
    },
    { prefix: PREFIX },
  );
  return () => (dataDir === undefined ? rm(folder, { recursive: true, force: true }) : Promise.resolve());
}

export interface Bucket {
  context: Context;
  objects: Objects;
  uploads: Uploads;
}

async function perform(request: FastifyRequest, reply: FastifyReply, bucket: Bucket): Promise<unknown> {
  const { settings } = bucket.context;
  const credentials = {
    accessKeyId: settings.clientId,
    secretAccessKey: settings.clientSecret,
    region: REGION,
  };
  // Signatures are of the real time, which the SDK uses, whatever the time of the other vendors is.
  const payloadHash = verifySignature(request, credentials, new Date());
  const body = verifyBody(
    (request.body as Buffer | undefined) ?? Buffer.alloc(0),
    request.headers,
    payloadHash,
  );
  const { name, key } = parsePath(request.url);
  if (name !== BUCKET) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (key === '') return answerBucket(request, reply, bucket);
  const query = request.query as Record<string, string>;
  if (query['uploads'] !== undefined || query['uploadId'] !== undefined)
    return bucket.uploads.answer(request, reply, { key, body, objects: bucket.objects });
  if (request.method === 'PUT') return putObject(request, reply, { key, body, objects: bucket.objects });
  return answerObject(request, reply, { key, objects: bucket.objects });
}

function parsePath(url: string): { name: string; key: string } {
  const [name = '', ...key] = (url.split('?')[0] ?? '').slice(PREFIX.length + 1).split('/');
  return { name, key: key.map(decodeURIComponent).join('/') };
}

async function answerBucket(
  request: FastifyRequest,
  reply: FastifyReply,
  { objects, uploads }: Bucket,
): Promise<unknown> {
  const query = request.query as Record<string, string>;
  if (request.method === 'HEAD') return reply.code(200).send();
  if (request.method !== 'GET') throw new S3Error(405, 'MethodNotAllowed', 'The method is not allowed here');
  if (query['uploads'] !== undefined) return reply.type('application/xml').send(uploads.writeList());
  const contents = (await objects.list()).map(
    ({ key, bytes, etag, storedAt }) =>
      `<Contents><Key>${escapeXml(key)}</Key><LastModified>${storedAt}</LastModified><ETag>${escapeXml(etag)}</ETag><Size>${bytes}</Size></Contents>`,
  );
  return reply
    .type('application/xml')
    .send(
      `${XML_DECLARATION}<ListBucketResult><Name>${BUCKET}</Name><KeyCount>${contents.length}</KeyCount><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`,
    );
}

const CODES: Record<number, string> = {
  403: 'AccessDenied',
  500: 'InternalError',
  503: 'SlowDown',
  507: 'XMinioStorageFull',
};

async function meetFault(
  { faults }: Context,
  request: FastifyRequest,
  when: 'before' | 'after',
): Promise<void> {
  if (when === 'before' && faults.latencyMs > 0) await sleep(faults.latencyMs);
  const fault = takeFault(faults, request, when);
  if (fault) throw new S3Error(fault.status, CODES[fault.status] ?? 'Simulated', 'Failing on purpose');
}

function sendError(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
  { log }: Context,
): FastifyReply {
  const known =
    error instanceof S3Error ? error : new S3Error(error.statusCode ?? 500, 'InternalError', error.message);
  if (known.statusCode === 500 && known !== error)
    log(`sandbox: ${request.method} ${request.url}: ${error.stack}`);
  return reply.code(known.statusCode).type('application/xml').send(toErrorXml(known));
}
