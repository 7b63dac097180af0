import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface PreparedPage {
  changed: number;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Sends a built page with the settings filled in, and prepares it again when the build has replaced the file. */
export function createPageHandler(file: string, fill: (html: string) => string) {
  let ready: Promise<PreparedPage> | undefined;

  async function prepare(changed: number): Promise<PreparedPage> {
    const plain = Buffer.from(fill(await readFile(file, 'utf8')));
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
    return {
      changed,
      etag,
      plain,
      br: await promisify(brotliCompress)(plain),
      gzip: await promisify(gzip)(plain, { level: 9 }),
    };
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const changed = (await stat(file)).mtimeMs;
    if ((await ready)?.changed !== changed) ready = prepare(changed);
    const page = await (ready ??= prepare(changed));
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
