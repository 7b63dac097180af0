import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Locale } from '@fws/contract/platform/messages';
import type { Clock } from '../../ports/clock.ts';
import { BriefCache } from '../brief-cache.ts';
import type { OfferWatch } from '../offers.ts';

/** What was closed, taken down or made private leaves its page this long after, in every process. */
const KEEP_MS = 250;
const MAX_LENGTH = 10_000_000;

export interface Asked<Data> {
  status: number;
  data: Data | null;
  /** Equal for equal data. */
  digest: string;
}

export interface Asking {
  locale: Locale;
  ip: string;
}

/**
 * Asks the API for what a page shows, as an anonymous client would. Who asks the same at the same moment shares the reply,
 * so that a page read by thousands costs the database a few statements a second. What the limit of requests refuses one
 * visitor is not refused to the others.
 */
export function createPageCalls(
  app: FastifyInstance,
  { clock, offers }: { clock: Clock; offers: Pick<OfferWatch, 'onChange'> },
) {
  const kept = new BriefCache<Asked<unknown> & { length: number }>({
    clock,
    keepMs: KEEP_MS,
    maxWeight: MAX_LENGTH,
    weigh: ({ length }) => length,
  });
  offers.onChange(() => kept.clear());

  async function load(call: string, form: Record<string, string>, { locale, ip }: Asking) {
    const { statusCode: status, payload } = await app.inject({
      method: 'POST',
      url: `/api/${call}`,
      headers: { 'content-type': 'application/json', 'x-fws-client': 'web', 'accept-language': locale },
      remoteAddress: ip,
      payload: JSON.stringify(form),
    });
    const { data } = JSON.parse(payload) as { data: unknown };
    const digest = createHash('sha256').update(payload).digest('base64url');
    return { status, data: status === 200 ? data : null, digest, length: payload.length };
  }

  async function share(call: string, form: Record<string, string>, asking: Asking): Promise<Asked<unknown>> {
    const key = JSON.stringify([call, form, asking.locale]);
    let isOwn = false;
    const asked = await kept.get(key, () => {
      isOwn = true;
      return load(call, form, asking);
    });
    if (isAboutTheData(asked.status)) return asked;
    kept.drop(key);
    return isOwn ? asked : load(call, form, asking);
  }

  return {
    /** A reply of at most `KEEP_MS` ago. */
    share: share as <Data>(...args: Parameters<typeof share>) => Promise<Asked<Data>>,
    ask: load as <Data>(...args: Parameters<typeof share>) => Promise<Asked<Data>>,
  };
}

/** Or about who asked, or when. */
const isAboutTheData = (status: number): boolean => [200, 404, 410].includes(status);
