import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { applyFaults } from '../faults.ts';
import { isSameText } from '../same-text.ts';
import { countCalls } from '../rate-limits.ts';
import { addRazorpayOrderRoutes } from './orders.ts';
import { addRazorpayPayoutRoutes } from './payouts.ts';
import { addRazorpayRecordRoutes } from './records.ts';
import { VendorError } from '../vendor-error.ts';

/** Razorpay's payments and payouts API, over the same state as Cashfree's. */
export function addRazorpay(app: FastifyInstance, context: Context): void {
  void app.register(
    async (razorpay) => {
      applyFaults(razorpay, context.faults);
      answerErrorsLikeRazorpay(razorpay, context.log);
      guard(razorpay, context);
      addRazorpayOrderRoutes(razorpay, context);
      addRazorpayRecordRoutes(razorpay, context);
      addRazorpayPayoutRoutes(razorpay, context);
    },
    { prefix: '/razorpay/v1' },
  );
}

/** Checks credentials and rate limits. Razorpay publishes no limit but "5-10 a second" for payouts. */
function guard(app: FastifyInstance, context: Context): void {
  const countCall = countCalls(context);
  app.addHook('onRequest', async (request) => {
    const { clientId, clientSecret } = context.settings;
    if (!isSameText(readCredentials(request), `${clientId}:${clientSecret}`))
      throw new VendorError(401, 'BAD_REQUEST_ERROR', 'Authentication failed', 'authentication_error');
    const usage = countCall(request);
    if (usage && usage.calls > usage.perMinute)
      throw new VendorError(429, 'BAD_REQUEST_ERROR', 'Too many requests', 'rate_limit_error');
  });
}

function readCredentials(request: FastifyRequest): string {
  const encoded = /^Basic (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return Buffer.from(encoded, 'base64').toString('utf8');
}

/** Every error has one of Razorpay's four codes; the description says more. */
function answerErrorsLikeRazorpay(app: FastifyInstance, log: (line: string) => void): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (!(error instanceof VendorError) && status >= 500)
      log(`sandbox: ${request.method} ${request.url}: ${error.stack ?? error.message}`);
    const code = status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR';
    return reply.code(status).send({
      error: {
        code,
        description: error.message,
        source: status >= 500 ? 'internal' : 'business',
        step: 'NA',
        reason: status >= 500 ? 'server_error' : 'input_validation_failed',
        metadata: {},
      },
    });
  });
}
