import { z } from 'zod';
import type { GatewayMovement } from '../../ports/payment-gateway.ts';
import { parseDate, rupeesAsPaise } from '../cashfree.ts';

/**
 * `POST /recon`: every event of the account by date. The 2025 version nests the fields in groups; older versions have
 * the same fields at the top level.
 */

const GROUPS = ['event_details', 'order_details', 'payment_details', 'refund_details'] as const;

const event = z
  .looseObject({})
  .transform((row): Record<string, unknown> =>
    GROUPS.reduce((fields, group) => ({ ...fields, ...z.looseObject({}).catch({}).parse(row[group]) }), row),
  );

const MOVING = ['PAYMENT', 'REFUND', 'REFUND_REVERSAL'] as const;

const fields = z
  .object({
    event_type: z.string(),
    event_id: z.coerce.string(),
    event_status: z.string().nullish(),
    event_amount: z.number().nullish(),
    event_time: z.string().nullish(),
    order_id: z.string().nullish(),
    order_amount: z.number().nullish(),
    cf_payment_id: z.coerce.string().nullish(),
    refund_id: z.string().nullish(),
  })
  .transform((reply, context): GatewayMovement | null => {
    const type = MOVING.find((candidate) => candidate === reply.event_type);
    // Settlements and chargebacks have endpoints of their own.
    if (!type) return null;
    const status = toMovementStatus(type, reply.event_status ?? '');
    const at = parseDate(reply.event_time);
    const paise = rupeesAsPaise.safeParse(Math.abs(reply.event_amount ?? Number.NaN));
    if (!at || (!paise.success && status !== 'failed')) {
      context.addIssue({ code: 'custom', path: [at ? 'event_amount' : 'event_time'], message: 'unreadable' });
      return z.NEVER;
    }
    return {
      kind: type === 'PAYMENT' ? 'payment' : 'refund',
      id: (type === 'PAYMENT' ? reply.cf_payment_id : reply.refund_id) ?? reply.event_id,
      orderId: reply.order_id ?? null,
      providerOrderId: null,
      amountPaise: paise.data ?? 0,
      status,
      at,
    };
  });

const STATUS: Record<string, GatewayMovement['status']> = { SUCCESS: 'success', PENDING: 'pending' };

/** A refund that the payer's bank returned counts as failed. */
function toMovementStatus(type: (typeof MOVING)[number], status: string): GatewayMovement['status'] {
  if (type === 'REFUND_REVERSAL') return 'failed';
  return STATUS[status] ?? (['ONHOLD', 'FLAGGED'].includes(status) ? 'pending' : 'failed');
}

export const movementPage = z
  .object({ cursor: z.string().nullish(), data: z.array(event.pipe(fields)) })
  .transform(({ cursor, data }) => ({
    movements: data.filter((movement) => movement !== null),
    next: cursor || null,
  }));
