import { z } from 'zod';
import type { GatewayMovement, ListQuery } from '../../ports/payment-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { LIST_MAX, notes, unixTime, type RazorpayClient } from '../razorpay.ts';

/** The vendor has separate lists of payments and refunds. Pages of refunds follow those of payments. */

const payment = z
  .object({
    id: z.string(),
    amount: z.number().int(),
    status: z.string(),
    // Stays true after a refund. A payment that arrived too late was returned without being captured.
    captured: z.boolean(),
    order_id: z.string().nullish(),
    notes,
    created_at: unixTime,
  })
  .transform((reply): GatewayMovement => ({
    kind: 'payment',
    id: reply.id,
    orderId: reply.notes['order_id'] ?? null,
    providerOrderId: reply.order_id ?? null,
    amountPaise: reply.amount,
    status: reply.captured ? 'success' : reply.status === 'authorized' ? 'pending' : 'failed',
    at: reply.created_at,
  }));

const REFUNDED: Record<string, GatewayMovement['status']> = { processed: 'success', failed: 'failed' };

const refund = z
  .object({
    id: z.string(),
    amount: z.number().int(),
    status: z.string(),
    receipt: z.string().nullish(),
    notes,
    created_at: unixTime,
  })
  .transform((reply): GatewayMovement => ({
    kind: 'refund',
    id: reply.receipt ?? reply.id,
    orderId: reply.notes['order_id'] ?? null,
    providerOrderId: null,
    amountPaise: reply.amount,
    status: REFUNDED[reply.status] ?? 'pending',
    at: reply.created_at,
  }));

const LISTS = { payments: payment, refunds: refund };
type List = keyof typeof LISTS;

export async function listMovements(
  client: RazorpayClient,
  { cursor, ...period }: ListQuery,
): Promise<{ movements: GatewayMovement[]; next: string | null }> {
  const { list, skip } = parseCursor(cursor);
  const { items, isLast } = await client.listPage(`/${list}`, { ...period, skip }, LISTS[list]);
  if (!isLast) return { movements: items, next: `${list}:${skip + LIST_MAX}` };
  return { movements: items, next: list === 'payments' ? 'refunds:0' : null };
}

function parseCursor(cursor: string | null): { list: List; skip: number } {
  const [, list, skip] = /^(payments|refunds):(\d+)$/.exec(cursor ?? 'payments:0') ?? [];
  if (list !== 'payments' && list !== 'refunds')
    throw new ProviderError('rejected', 'cursor_unknown', `no page of this list: ${cursor}`);
  return { list, skip: Number(skip) };
}
