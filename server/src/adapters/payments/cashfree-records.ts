import { parseRupees } from '@fws/contract/platform/money';
import { z } from 'zod';
import type { GatewayChargeback, GatewaySettlement, PaymentEvent } from '../../ports/payment-gateway.ts';
import { parseDate, rupeesAsPaise } from '../cashfree.ts';

/** The vendor's records after a payment: chargebacks by the payer's bank, and settlements to our bank account. */

/** From these stages on the bank has debited the money; before them it only asks. */
const DEBITED_TYPES: readonly string[] = ['CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'];

const LOST_ENDINGS = ['MERCHANT_LOST', 'MERCHANT_ACCEPTED', 'INSUFFICIENT_EVIDENCE'] as const;

export const chargeback = z
  .object({
    dispute_id: z.coerce.string(),
    dispute_type: z.string(),
    dispute_amount: rupeesAsPaise,
    dispute_amount_currency: z.string().nullish(),
    dispute_status: z.string(),
    reason_description: z.string().nullish(),
    respond_by: z.string().nullish(),
    updated_at: z.string().nullish(),
    order_details: z.object({ order_id: z.string(), cf_payment_id: z.coerce.string() }),
  })
  .transform((reply): GatewayChargeback => {
    const status = toChargebackStatus(reply.dispute_status);
    return {
      chargebackId: reply.dispute_id,
      orderId: reply.order_details.order_id,
      paymentId: reply.order_details.cf_payment_id,
      amountPaise: reply.dispute_amount,
      currency: reply.dispute_amount_currency ?? 'INR',
      status,
      isDebited: status === 'lost' || (status === 'open' && DEBITED_TYPES.includes(reply.dispute_type)),
      reason: reply.reason_description ?? '',
      respondBy: parseDate(reply.respond_by),
      updatedAt: parseDate(reply.updated_at),
    };
  });

/** "CHARGEBACK_MERCHANT_WON" is the stage followed by its outcome. */
function toChargebackStatus(text: string): GatewayChargeback['status'] {
  if (text.endsWith('_MERCHANT_WON')) return 'won';
  return LOST_ENDINGS.some((ending) => text.endsWith(`_${ending}`)) ? 'lost' : 'open';
}

/** Like `rupeesAsPaise`, but negative where refunds exceed payments. */
const signedRupees = z.number().transform((rupees, context) => {
  const paise = parseRupees(String(Math.abs(rupees)));
  if (paise !== null) return rupees < 0 ? -paise : paise;
  context.addIssue({ code: 'custom', message: 'not an amount in rupees' });
  return z.NEVER;
});
const optionalRupees = signedRupees.nullish().transform((paise) => paise ?? 0);

const SETTLED: Record<string, GatewaySettlement['status']> = {
  SUCCESS: 'success',
  FAILED: 'failed',
  REVERSED: 'reversed',
};

const settlement = z
  .object({
    cf_settlement_id: z.coerce.string(),
    amount_settled: signedRupees,
    service_charge: optionalRupees,
    service_tax: optionalRupees,
    settlement_charge: optionalRupees,
    settlement_tax: optionalRupees,
    settlement_utr: z.coerce.string().nullish(),
    settled_on: z.string().nullish(),
    status: z.string(),
  })
  .transform((reply): GatewaySettlement => ({
    settlementId: reply.cf_settlement_id,
    // PENDING, PENDING_WITH_BANK and other intermediate statuses: nothing has reached the bank yet.
    status: SETTLED[reply.status] ?? 'pending',
    settledPaise: reply.amount_settled,
    feePaise: reply.service_charge + reply.settlement_charge,
    gstPaise: reply.service_tax + reply.settlement_tax,
    utr: reply.settlement_utr ?? null,
    settledAt: parseDate(reply.settled_on),
  }));

export const settlementPage = z
  .object({ cursor: z.string().nullish(), data: z.array(settlement) })
  .transform(({ cursor, data }) => ({ settlements: data, next: cursor ?? null }));

export const chargebackEvent = z
  .object({ dispute: z.object({ dispute_id: z.coerce.string() }) })
  .transform(({ dispute }): PaymentEvent => ({ about: 'chargeback', chargebackId: dispute.dispute_id }));

export const settlementEvent = z
  .object({ settlement: z.object({ settlement_id: z.coerce.string() }) })
  .transform(({ settlement: { settlement_id } }): PaymentEvent => ({
    about: 'settlement',
    settlementId: settlement_id,
  }));
