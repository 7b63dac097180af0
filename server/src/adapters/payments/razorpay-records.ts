import { z } from 'zod';
import type {
  GatewayChargeback,
  GatewaySettlement,
  ListQuery,
  PaymentEvent,
} from '../../ports/payment-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { LIST_MAX, unixTime, type RazorpayClient } from '../razorpay.ts';

/** The vendor's records after a payment: chargebacks by the payer's bank, and settlements to our bank account. */

/** Chargebacks are rare. With more than this many, scanning all of them cannot find one order's. */
const CHARGEBACKS_MAX = 2000;

const CHARGEBACK_STATUS: Record<string, GatewayChargeback['status']> = { won: 'won', lost: 'lost' };

const chargebackSchema = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.number().int(),
  amount_deducted: z.number().int().nullish(),
  currency: z.string(),
  reason_description: z.string().nullish(),
  respond_by: unixTime.nullish(),
  status: z.string(),
});
type VendorChargeback = z.infer<typeof chargebackSchema>;

function toChargeback(orderId: string, vendorChargeback: VendorChargeback): GatewayChargeback {
  const deducted = (vendorChargeback.amount_deducted ?? 0) > 0;
  // "closed" only says that the dispute is over. The deducted amount says how it ended.
  const ended =
    vendorChargeback.status === 'closed'
      ? deducted
        ? 'lost'
        : 'won'
      : CHARGEBACK_STATUS[vendorChargeback.status];
  const status = ended ?? 'open';
  return {
    chargebackId: vendorChargeback.id,
    orderId,
    paymentId: vendorChargeback.payment_id,
    amountPaise: vendorChargeback.amount,
    currency: vendorChargeback.currency,
    status,
    isDebited: status === 'lost' || (status === 'open' && deducted),
    reason: vendorChargeback.reason_description ?? '',
    respondBy: vendorChargeback.respond_by ?? null,
    updatedAt: null,
  };
}

const paymentOfOrder = z.object({ order_id: z.string() });
const orderWithReceipt = z.object({ receipt: z.string() });

export async function getChargeback(client: RazorpayClient, id: string): Promise<GatewayChargeback | null> {
  const vendorChargeback = await findOrNull(
    client.call({ method: 'GET', path: `/disputes/${encodeURIComponent(id)}` }, chargebackSchema),
  );
  if (!vendorChargeback) return null;
  const payment = await client.call(
    { method: 'GET', path: `/payments/${encodeURIComponent(vendorChargeback.payment_id)}` },
    paymentOfOrder,
  );
  const order = await client.call(
    { method: 'GET', path: `/orders/${encodeURIComponent(payment.order_id)}` },
    orderWithReceipt,
  );
  return toChargeback(order.receipt, vendorChargeback);
}

/** The vendor lists chargebacks for the whole account only. */
export async function listChargebacks(
  client: RazorpayClient,
  orderId: string,
  paymentIds: ReadonlySet<string>,
): Promise<GatewayChargeback[]> {
  const vendorChargebacks: VendorChargeback[] = [];
  for (let skip = 0; skip < CHARGEBACKS_MAX; skip += LIST_MAX) {
    // Sequential: a further page is requested only when the previous one was full.
    const page = await client.list('/disputes', { skip: String(skip) }, chargebackSchema);
    vendorChargebacks.push(...page.filter((vendorChargeback) => paymentIds.has(vendorChargeback.payment_id)));
    if (page.length < LIST_MAX)
      return vendorChargebacks.map((vendorChargeback) => toChargeback(orderId, vendorChargeback));
  }
  throw new ProviderError('unknown', 'too_many_disputes', `more than ${CHARGEBACKS_MAX} disputes`);
}

const SETTLED: Record<string, GatewaySettlement['status']> = { processed: 'success', failed: 'failed' };

const settlement = z
  .object({
    id: z.string(),
    amount: z.number().int(),
    status: z.string(),
    fees: z.number().int().nullish(),
    tax: z.number().int().nullish(),
    utr: z.string().nullish(),
    created_at: unixTime,
  })
  .transform((reply): GatewaySettlement => {
    const status = SETTLED[reply.status] ?? 'pending';
    const gstPaise = reply.tax ?? 0;
    return {
      settlementId: reply.id,
      status,
      settledPaise: reply.amount,
      // Includes the GST on it, as with payments.
      feePaise: (reply.fees ?? 0) - gstPaise,
      gstPaise,
      utr: reply.utr ?? null,
      settledAt: status === 'success' ? reply.created_at : null,
    };
  });

export const getSettlement = (client: RazorpayClient, id: string): Promise<GatewaySettlement | null> =>
  findOrNull(client.call({ method: 'GET', path: `/settlements/${encodeURIComponent(id)}` }, settlement));

export async function listSettlements(
  client: RazorpayClient,
  { cursor, ...period }: ListQuery,
): Promise<{ settlements: GatewaySettlement[]; next: string | null }> {
  const skip = Number(cursor ?? 0);
  const { items, isLast } = await client.listPage('/settlements', { ...period, skip }, settlement);
  return { settlements: items, next: isLast ? null : String(skip + LIST_MAX) };
}

const NO_SUCH = /id provided does not exist|not a valid id/i;

/** The vendor has one error code for every bad request. On a lookup by id this message means "not found". */
async function findOrNull<Found>(request: Promise<Found>): Promise<Found | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ProviderError && error.outcome === 'rejected' && NO_SUCH.test(error.message))
      return null;
    throw error;
  }
}

export const chargebackEvent = z
  .object({ dispute: z.object({ entity: z.object({ id: z.string() }) }) })
  .transform(({ dispute: { entity } }): PaymentEvent => ({ about: 'chargeback', chargebackId: entity.id }));

export const settlementEvent = z
  .object({ settlement: z.object({ entity: z.object({ id: z.string() }) }) })
  .transform(({ settlement: { entity } }): PaymentEvent => ({
    about: 'settlement',
    settlementId: entity.id,
  }));
