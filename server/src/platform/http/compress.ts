import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(brotliCompress);
/** For content made for one person, which is compressed while it is sent. */
export const FAST_QUALITY = 5;
const FAST_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: FAST_QUALITY } };
/** Below this size, compression saves no packet. */
const WORTH_BYTES = 1000;

export const acceptsBrotli = (request: FastifyRequest): boolean =>
  /\bbr\b/.test(request.headers['accept-encoding'] ?? '');

export const compressQuickly = (text: string | Buffer): Promise<Buffer> => compress(text, FAST_OPTIONS);

/**
 * Answers are compressed for the web app's own script only: no other site can make a browser send that header, so none
 * can infer an answer's content from its compressed size.
 */
export const mayCompress = (request: FastifyRequest): boolean =>
  request.headers['x-fws-client'] === 'web' && acceptsBrotli(request);

export const markCompressed = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'content-encoding': 'br', vary: 'Accept-Encoding' });

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_BYTES) return payload;
    if (!mayCompress(request)) return payload;
    void markCompressed(reply);
    return compressQuickly(payload);
  });
}
