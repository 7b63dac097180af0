import type { FastifyReply } from 'fastify';
import type { Locale } from '@fws/contract/platform/messages';
import type { SharedItem, SharedPage } from '@fws/contract/platform/shared-page';
import { appendUncompressed, compressBeginning } from './append-brotli.ts';
import { FAST_QUALITY, markCompressed } from './compress.ts';

export type Serialize = (body: unknown) => string;

/** What a reply to one reader is written with. */
export interface SharedPageReply {
  envelope: { status: number; message: string };
  locale: Locale;
  serialize: Serialize;
  compressed: boolean;
}

export type WriteSharedPage = (page: SharedPage, to: SharedPageReply) => Promise<Buffer>;

/** The reply up to the reader's own fields, which are its last. */
interface Beginning {
  text: string;
  /** The length of the same without items. */
  emptyLength: number;
  bytes: Buffer;
  /** What readers get who have no fields of their own: most of them. */
  whole: Buffer;
  compressed: Promise<{ beginning: Buffer; whole: Buffer }> | undefined;
}

const NO_OWN_FIELDS = '"own":[]}}';
const END = '[]}}';

/**
 * Encodes and compresses the items of a page once for each language, as long as the page is kept. Only the reader's own
 * fields are encoded for each reply; they are not compressed, so their size tells nothing about the rest.
 */
export function createSharedPageWriter(
  encodeReply: (value: unknown, locale: Locale) => object,
): WriteSharedPage {
  const beginnings = new WeakMap<readonly SharedItem[], Map<Locale, Beginning>>();

  function findBeginning(page: SharedPage, to: SharedPageReply): Beginning {
    const byLocale = beginnings.get(page.items) ?? new Map<Locale, Beginning>();
    beginnings.set(page.items, byLocale);
    const beginning = byLocale.get(to.locale) ?? encodeBeginning(page, to);
    byLocale.set(to.locale, beginning);
    return beginning;
  }

  const writeWith = (page: SharedPage, { serialize, envelope, locale }: SharedPageReply): string =>
    serialize({ ...envelope, ...encodeReply(page, locale) });

  function encodeBeginning(page: SharedPage, to: SharedPageReply): Beginning {
    const text = writeWith({ ...page, own: [] }, to);
    if (!text.endsWith(NO_OWN_FIELDS)) throw new Error('the own fields must be the last of a shared page');
    const empty = writeWith({ ...page, items: [], own: [] }, to);
    const whole = Buffer.from(text);
    return {
      text: text.slice(0, -END.length),
      emptyLength: empty.length - END.length,
      bytes: whole.subarray(0, -END.length),
      whole,
      compressed: undefined,
    };
  }

  async function compress({ text }: Beginning) {
    const beginning = await compressBeginning(text, FAST_QUALITY);
    return { beginning, whole: appendUncompressed(beginning, END) };
  }

  return async (page, to) => {
    const beginning = findBeginning(page, to);
    const compressed = to.compressed ? await (beginning.compressed ??= compress(beginning)) : undefined;
    if (page.own.length === 0) return (compressed ?? beginning).whole;
    const end = writeWith({ ...page, items: [] }, to).slice(beginning.emptyLength);
    return compressed
      ? appendUncompressed(compressed.beginning, end)
      : Buffer.concat([beginning.bytes, Buffer.from(end)]);
  };
}

export function sendSharedPage(reply: FastifyReply, payload: Buffer, isCompressed: boolean): FastifyReply {
  if (isCompressed) void markCompressed(reply);
  return reply.type('application/json; charset=utf-8').send(payload);
}
