import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const compress = promisify(brotliCompress);
/** For content made for one person, which is compressed while it is sent. */
const FAST_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Below this size, compression saves no packet. */
const WORTH_BYTES = 1000;

export const acceptsBrotli = (request: FastifyRequest): boolean =>
  /\bbr\b/.test(request.headers['accept-encoding'] ?? '');

export const compressQuickly = (text: string): Promise<Buffer> => compress(text, FAST_OPTIONS);

/**
 * Compresses answers to the web app's own script only: no other site can make a browser send that header, so none can
 * infer an answer's content from its compressed size.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_BYTES) return payload;
    if (request.headers['x-fws-client'] !== 'web' || !acceptsBrotli(request)) return payload;
    void reply.header('content-encoding', 'br').header('vary', 'Accept-Encoding');
    return compressQuickly(payload);
  });
}
