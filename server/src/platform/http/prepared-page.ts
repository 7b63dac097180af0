import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page that many requests get, with the tag by which browsers know it again. */
export interface PreparedPage {
  etag: string;
  plain: Buffer;
}

/** In the order in which they are preferred. */
const ENCODINGS = [
  ['br', /\bbr\b/],
  ['gzip', /\bgzip\b/],
] as const;
type Compressed = Partial<Record<(typeof ENCODINGS)[number][0], () => Buffer | Promise<Buffer>>>;

export function preparePage(html: string): PreparedPage {
  const plain = Buffer.from(html);
  return { etag: `"${createHash('sha256').update(plain).digest('base64url')}"`, plain };
}

/** Sends the page under the status of the reply, or 304 to a browser that has it. Browsers ask each time. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, plain }: PreparedPage,
  compressed: Compressed,
): Promise<FastifyReply> {
  void reply.headers({ 'cache-control': 'no-cache', etag }).type('text/html; charset=utf-8');
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  for (const [encoding, pattern] of ENCODINGS) {
    const read = compressed[encoding];
    if (read && pattern.test(accepted)) return reply.header('content-encoding', encoding).send(await read());
  }
  return reply.send(plain);
}
