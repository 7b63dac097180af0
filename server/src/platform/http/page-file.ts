import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface PreparedPage {
  changed: number;
  content: string;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/**
 * Sends a built page with the settings and `content` filled in, and prepares it again when the build has replaced the
 * file, and when the content has changed.
 */
export function createPageHandler(file: string, fill: (html: string, content: string) => string) {
  let ready: Promise<PreparedPage> | undefined;

  async function prepare(changed: number, content: string): Promise<PreparedPage> {
    const plain = Buffer.from(fill(await readFile(file, 'utf8'), content));
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
    return {
      changed,
      content,
      etag,
      plain,
      br: await promisify(brotliCompress)(plain),
      gzip: await promisify(gzip)(plain, { level: 9 }),
    };
  }

  return async (request: FastifyRequest, reply: FastifyReply, content = ''): Promise<FastifyReply> => {
    const changed = (await stat(file)).mtimeMs;
    const kept = await ready;
    if (kept?.changed !== changed || kept.content !== content) ready = prepare(changed, content);
    const page = await (ready ??= prepare(changed, content));
    void reply
      .headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding', etag: page.etag })
      .type('text/html; charset=utf-8');
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
    return encoding
      ? reply.header('content-encoding', encoding).send(page[encoding])
      : reply.send(page.plain);
  };
}
