import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { FailNext } from '../fault-settings.ts';
import { sendDone } from './done.ts';
import { findDispute, moveDispute, openDispute } from '../cashfree/disputes.ts';
import { findOrder } from '../cashfree/orders.ts';
import { OUTCOMES, settlePayment, type Outcome } from '../cashfree/payments.ts';
import { decideCheck } from '../identity/numbers.ts';
import { decideDigilocker } from '../identity/digilocker.ts';
import { decideOkyc } from '../identity/okyc.ts';
import { findTransfer, reverseTransfer } from '../cashfree/payouts.ts';
import { findRefund, settleRefund } from '../cashfree/refunds.ts';
import { toPaise } from '../rupees.ts';
import { reverseSettlement, settleAll } from '../cashfree/settlements.ts';
import { DISPUTE_STEPS, DISPUTE_TYPES, type DisputeStep, type DisputeType } from '../state.ts';
import type { Vendor } from '../sums.ts';
import { VendorError } from '../vendor-error.ts';

interface FaultRequest {
  webhooks?: 'on' | 'off';
  latencyMs?: number;
  failNext?: Pick<FailNext, 'path' | 'status'> & Partial<FailNext>;
}

const faultRequest = {
  type: 'object',
  additionalProperties: false,
  properties: {
    webhooks: { enum: ['on', 'off'] },
    latencyMs: { type: 'integer', minimum: 0, maximum: 60_000 },
    failNext: {
      type: 'object',
      required: ['path', 'status'],
      properties: {
        path: { type: 'string', minLength: 1 },
        method: { enum: ['GET', 'POST', 'PUT', 'HEAD', 'DELETE'] },
        status: { type: 'integer', minimum: 400, maximum: 599 },
        times: { type: 'integer', minimum: 1 },
        when: { enum: ['before', 'after'] },
      },
    },
  },
};

const buildEnumBody = (name: string, values: readonly string[]) => ({
  body: { type: 'object', required: [name], properties: { [name]: { enum: values } } },
});

/** Controls of the sandbox for people and tests. No vendor has these routes. */
export function addControlRoutes(app: FastifyInstance, context: Context): void {
  const { state, faults } = context;

  app.post<{ Body: FaultRequest }>(
    '/control/faults',
    { schema: { body: faultRequest } },
    (request, reply) => {
      const { webhooks, latencyMs, failNext } = request.body;
      if (webhooks) faults.webhooks = webhooks;
      if (latencyMs !== undefined) faults.latencyMs = latencyMs;
      if (failNext) faults.failNext.push({ times: 1, when: 'before', ...failNext });
      return sendDone(request, reply);
    },
  );

  app.post<{ Params: { orderId: string } }>('/control/orders/:orderId/second-payment', (request, reply) => {
    findOrder(state.orders, request.params.orderId).secondPaymentAllowed = true;
    return sendDone(request, reply);
  });

  app.post<{ Params: { paymentId: string }; Body: { outcome: Outcome } }>(
    '/control/payments/:paymentId',
    { schema: buildEnumBody('outcome', OUTCOMES) },
    (request, reply) => {
      settlePayment(context, request.params.paymentId, request.body.outcome);
      return sendDone(request, reply);
    },
  );

  app.post<{ Params: { orderId: string; refundId: string }; Body: { outcome: 'SUCCESS' | 'FAILED' } }>(
    '/control/orders/:orderId/refunds/:refundId',
    { schema: buildEnumBody('outcome', ['SUCCESS', 'FAILED']) },
    (request, reply) => {
      const order = findOrder(state.orders, request.params.orderId);
      settleRefund(context, order, findRefund(order, request.params.refundId), request.body.outcome);
      return sendDone(request, reply);
    },
  );

  app.post<{ Params: { paymentId: string }; Body: { type?: DisputeType; amount?: number } }>(
    '/control/payments/:paymentId/dispute',
    (request, reply) => {
      const { type = 'CHARGEBACK', amount } = request.body ?? {};
      if (!DISPUTE_TYPES.includes(type)) throw new VendorError(400, 'type_invalid', 'type : invalid value');
      const amountPaise = amount === undefined ? null : toPaise(amount);
      openDispute(context, request.params.paymentId, { type, amountPaise });
      return sendDone(request, reply);
    },
  );

  app.post<{ Params: { disputeId: string }; Body: { step: DisputeStep; type?: DisputeType } }>(
    '/control/disputes/:disputeId',
    { schema: buildEnumBody('step', DISPUTE_STEPS) },
    (request, reply) => {
      const dispute = findDispute(state.disputes, request.params.disputeId);
      const { step, type = dispute.type } = request.body;
      if (!DISPUTE_TYPES.includes(type)) throw new VendorError(400, 'type_invalid', 'type : invalid value');
      moveDispute(context, dispute, { step, type });
      return sendDone(request, reply);
    },
  );

  app.post<{ Body: { outcome: 'SUCCESS' | 'FAILED' } }>(
    '/control/settlements',
    { schema: buildEnumBody('outcome', ['SUCCESS', 'FAILED']) },
    (request, reply) => {
      settleAll(context, request.body.outcome);
      return sendDone(request, reply);
    },
  );

  app.post<{ Params: { settlementId: string } }>(
    '/control/settlements/:settlementId/reverse',
    (request, reply) => {
      reverseSettlement(context, request.params.settlementId);
      return sendDone(request, reply);
    },
  );

  app.post<{ Params: { transferId: string } }>('/control/transfers/:transferId/reverse', (request, reply) => {
    reverseTransfer(context, findTransfer(state.transfers, request.params.transferId));
    return sendDone(request, reply);
  });

  app.post<{ Body: { vendor: Vendor; rupees: number } }>(
    '/control/payout-deposits',
    { schema: buildEnumBody('vendor', ['cashfree', 'razorpay']) },
    (request, reply) => {
      const { vendor, rupees } = request.body;
      const paise = toPaise(rupees);
      if (paise === null) throw new VendorError(400, 'rupees_invalid', 'rupees : invalid value');
      state.depositedPaise[vendor] = (state.depositedPaise[vendor] ?? 0) + paise;
      return sendDone(request, reply);
    },
  );

  app.post<{ Params: { referenceId: string }; Body: { status: 'VALID' | 'INVALID' } }>(
    '/control/checks/:referenceId',
    { schema: buildEnumBody('status', ['VALID', 'INVALID']) },
    (request, reply) => {
      decideCheck(context, request.params.referenceId, request.body.status);
      return sendDone(request, reply);
    },
  );

  app.post<{ Params: { id: string }; Body: { status: 'VALID' | 'INVALID' } }>(
    '/control/okyc/:id',
    { schema: buildEnumBody('status', ['VALID', 'INVALID']) },
    (request, reply) => {
      decideOkyc(context, request.params.id, request.body.status);
      return sendDone(request, reply);
    },
  );

  app.post<{ Params: { verificationId: string }; Body: { status: 'VALID' | 'INVALID' } }>(
    '/control/digilocker/:verificationId',
    { schema: buildEnumBody('status', ['VALID', 'INVALID']) },
    (request, reply) => {
      decideDigilocker(context, request.params.verificationId, request.body.status);
      return sendDone(request, reply);
    },
  );

  app.post<{ Body: { ending: string; name: string } }>(
    '/control/names',
    {
      schema: {
        body: {
          type: 'object',
          required: ['ending', 'name'],
          properties: {
            ending: { type: 'string', pattern: '^\\d{4}$' },
            name: { type: 'string', maxLength: 100 },
          },
        },
      },
    },
    (request, reply) => {
      const { ending, name } = request.body;
      if (name.trim() === '') delete state.registeredNames[ending];
      else state.registeredNames[ending] = name.trim();
      return sendDone(request, reply);
    },
  );

  // The characters of the captcha pictures, for tests. Newest first.
  app.get<{ Querystring: { mobile?: string } }>('/control/okyc', ({ query }) => {
    const mobile = (query.mobile ?? '').replace(/\D/g, '').slice(-10);
    return Object.values(state.okyc)
      .filter(({ person }) => mobile === '' || person.mobile.endsWith(mobile))
      .map(({ id, captcha, status }) => ({ id, captcha, status }))
      .toReversed();
  });

  app.post<{ Params: { id: string } }>('/control/deliveries/:id/resend', (request, reply) => {
    if (!context.webhooks.resend(request.params.id)) {
      throw new VendorError(404, 'delivery_not_found', 'no such webhook delivery');
    }
    return sendDone(request, reply);
  });
}
