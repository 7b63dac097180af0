import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const compress = promisify(brotliCompress);
/** What is made for one person is compressed as it goes out. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Below this, compressing saves no packet. */
const WORTH_BYTES = 1000;

export const takesBrotli = (request: FastifyRequest): boolean =>
  /\bbr\b/.test(request.headers['accept-encoding'] ?? '');

export const compressQuickly = (text: string): Promise<Buffer> => compress(text, QUICKLY);

/**
 * Answers to the web app's own script go out compressed. To nobody else: no other site can make a browser send that
 * header, so none can tell what is in an answer from how well it compresses.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_BYTES) return payload;
    if (request.headers['x-fws-client'] !== 'web' || !takesBrotli(request)) return payload;
    void reply.header('content-encoding', 'br').header('vary', 'Accept-Encoding');
    return compressQuickly(payload);
  });
}
