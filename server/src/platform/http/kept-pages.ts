import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import { BriefCache } from '../brief-cache.ts';
import { acceptsBrotli, compressQuickly } from './compress.ts';

/** Texts on a page count in minutes at the least. */
const KEEP_MS = 60_000;
const MAX_BYTES = 30_000_000;
/** A page is kept compressed too. */
const COMPRESSED_SHARE = 1.3;

interface KeptPage {
  etag: string;
  plain: Buffer;
  compressed: Promise<Buffer> | undefined;
}

/**
 * Pages that everybody gets alike. Each is rendered and compressed once for as long as its content stays the same, up to
 * a minute: what the content is, the caller finds out for each request.
 */
export class KeptPages {
  readonly #pages: BriefCache<KeptPage>;

  constructor(clock: Clock) {
    this.#pages = new BriefCache({
      clock,
      keepMs: KEEP_MS,
      maxWeight: MAX_BYTES,
      weigh: ({ plain }) => plain.length * COMPRESSED_SHARE,
    });
  }

  /** `content`: all that the page is made of. Browsers ask each time, and get a new page only if it is another one. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { content, render }: { content: readonly string[]; render: () => string },
  ): Promise<FastifyReply> {
    const page = await this.#pages.get(JSON.stringify(content), async () => prepare(render()));
    void reply.headers({ 'cache-control': 'no-cache', etag: page.etag });
    const isKnown = reply.statusCode === 200 && request.headers['if-none-match'] === page.etag;
    if (isKnown) return reply.code(304).send();
    void reply.type('text/html; charset=utf-8');
    if (!acceptsBrotli(request)) return reply.send(page.plain);
    page.compressed ??= compressQuickly(page.plain);
    return reply.header('content-encoding', 'br').send(await page.compressed);
  }
}

function prepare(html: string): KeptPage {
  const plain = Buffer.from(html);
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { etag, plain, compressed: undefined };
}
