import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import { BriefCache } from '../brief-cache.ts';
import { compressQuickly } from './compress.ts';
import { preparePage, sendPrepared, type PreparedPage } from './prepared-page.ts';

/** A text such as "5 minutes ago" may be older by this much. */
const KEEP_MS = 60_000;
const MAX_BYTES = 30_000_000;
/** A page is kept compressed too. */
const COMPRESSED_SHARE = 1.3;

type KeptPage = PreparedPage & { compressed: Promise<Buffer> | undefined };

/** Pages that everybody gets alike. Each is rendered and compressed once for the same key, and kept for up to a minute. */
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

  /** `key`: equal where `render` returns the same page. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, render }: { key: string; render: () => string },
  ): Promise<FastifyReply> {
    const page = await this.#pages.get(key, async () => ({
      ...preparePage(render()),
      compressed: undefined,
    }));
    return sendPrepared(request, reply, page, {
      br: () => (page.compressed ??= compressQuickly(page.plain)),
    });
  }
}
