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

/**
 * Sends a built page with the settings and `content` filled in. The last `maxKept` contents are kept prepared, until the
 * build replaces the file.
 */
export function createPageHandler(
  file: string,
  fill: (html: string, content: string) => string,
  maxKept = 1,
) {
  const ready = new Map<string, Promise<PreparedPage>>();

  async function prepare(changed: number, content: string): Promise<PreparedPage> {
    const plain = Buffer.from(fill(await readFile(file, 'utf8'), content));
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
    return {
      changed,
      etag,
      plain,
      br: await promisify(brotliCompress)(plain),
      gzip: await promisify(gzip)(plain, { level: 9 }),
    };
  }

  function keep(changed: number, content: string): Promise<PreparedPage> {
    const page = prepare(changed, content);
    ready.delete(content);
    ready.set(content, page);
    page.catch(() => ready.delete(content));
    const [oldest] = ready.keys();
    if (ready.size > maxKept && oldest !== undefined) ready.delete(oldest);
    return page;
  }

  return async (request: FastifyRequest, reply: FastifyReply, content = ''): Promise<FastifyReply> => {
    const changed = (await stat(file)).mtimeMs;
    const kept = await ready.get(content);
    const page = kept?.changed === changed ? kept : await keep(changed, content);
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
