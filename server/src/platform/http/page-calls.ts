import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Locale } from '@fws/contract/platform/messages';
import type { Clock } from '../../ports/clock.ts';
import { BriefCache } from '../brief-cache.ts';
import type { OfferWatch } from '../offers.ts';

/** What was closed, taken down or made private leaves its page this long after, in every process. */
const KEEP_MS = 250;
const MAX_LENGTH = 10_000_000;

/** What a call answered. `data` is null unless the status is 200. */
export interface PageData<Data> {
  status: number;
  data: Data | null;
  /** Equal for equal data. */
  digest: string;
}

/** Who opens the page. */
export interface Visitor {
  locale: Locale;
  ip: string;
}

type Form = Record<string, string>;
type Kept = PageData<unknown> & { length: number };

/** Asks the API for what a page shows, as an anonymous client would. */
export class PageCalls {
  readonly #app: FastifyInstance;
  readonly #kept: BriefCache<Kept>;

  constructor(
    app: FastifyInstance,
    { clock, offers }: { clock: Clock; offers: Pick<OfferWatch, 'onChange'> },
  ) {
    this.#app = app;
    this.#kept = new BriefCache({
      clock,
      keepMs: KEEP_MS,
      maxWeight: MAX_LENGTH,
      weigh: ({ length }) => length,
    });
    offers.onChange(() => this.#kept.clear());
  }

  async ask<Data>(call: string, form: Form, { locale, ip }: Visitor): Promise<PageData<Data> & Kept> {
    const { statusCode: status, payload } = await this.#app.inject({
      method: 'POST',
      url: `/api/${call}`,
      headers: { 'content-type': 'application/json', 'x-fws-client': 'web', 'accept-language': locale },
      remoteAddress: ip,
      payload: JSON.stringify(form),
    });
    const { data } = JSON.parse(payload) as { data: Data };
    const digest = createHash('sha256').update(payload).digest('base64url');
    return { status, data: status === 200 ? data : null, digest, length: payload.length };
  }

  /**
   * Visitors who ask the same at the same moment share one reply, so that a page read by thousands costs a few statements a
   * second. Where the limit of requests refuses the visitor who caused the call, the others ask for themselves.
   */
  async askShared<Data>(call: string, form: Form, visitor: Visitor): Promise<PageData<Data>> {
    const key = JSON.stringify([call, form, visitor.locale]);
    let isOwn = false;
    const shared = await this.#kept.get(key, () => {
      isOwn = true;
      return this.ask(call, form, visitor);
    });
    if (isForEverybody(shared)) return shared as PageData<Data>;
    this.#kept.drop(key);
    return isOwn ? (shared as PageData<Data>) : this.ask<Data>(call, form, visitor);
  }
}

/** Another status may come from who asked, or from an outage. */
const isForEverybody = ({ status }: Kept): boolean => [200, 404, 410].includes(status);
