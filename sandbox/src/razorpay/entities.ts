import type {
  Dispute,
  DisputeStep,
  DisputeType,
  Settlement,
  Beneficiary,
  Contact,
  Order,
  Payment,
  PaymentStatus,
  Refund,
  RefundStatus,
  Transfer,
} from '../state.ts';
import { calculateSettledPaise, calculateTakenPaise } from '../sums.ts';
import type { TransferStatus } from '../state.ts';

// Razorpay's entities for the records that Cashfree's API serves too.

export const toCollection = (items: object[]) => ({ entity: 'collection', count: items.length, items });

export interface Page {
  Querystring: { count?: string; skip?: string; from?: string; to?: string };
}

/** Newest first, ten items by default. */
export function toPage(items: object[], { count = '10', skip = '0' }: Page['Querystring']) {
  const begins = Number(skip);
  return toCollection(items.toReversed().slice(begins, begins + Math.min(Number(count), 100)));
}

/** Items created between two times, both inclusive. */
export function toPageBetween(items: { created_at: number }[], query: Page['Querystring']) {
  const [from, to] = [Number(query.from ?? 0), Number(query.to ?? Number.MAX_SAFE_INTEGER)];
  const inPeriod = items.filter((item) => item.created_at >= from && item.created_at <= to);
  return toPage(
    inPeriod.toSorted((a, b) => a.created_at - b.created_at),
    query,
  );
}

/** Razorpay sends an empty list when there are no notes. */
const toNotes = (notes: Record<string, string>) => (Object.keys(notes).length > 0 ? notes : []);

const toUnixSeconds = (at: string) => Math.floor(new Date(at).getTime() / 1000);

export function toOrderEntity(order: Order) {
  const paid = order.status === 'PAID';
  return {
    id: order.razorpay?.id,
    entity: 'order',
    amount: order.amountPaise,
    amount_paid: paid ? order.amountPaise : 0,
    amount_due: paid ? 0 : order.amountPaise,
    currency: 'INR',
    receipt: order.razorpay?.receipt ?? null,
    offer_id: null,
    status: paid ? 'paid' : order.payments.length > 0 ? 'attempted' : 'created',
    attempts: order.payments.length,
    notes: toNotes(order.razorpay?.notes ?? {}),
    created_at: toUnixSeconds(order.createdAt),
  };
}

const PAYMENT_STATUS: Record<PaymentStatus, string> = {
  SUCCESS: 'captured',
  PENDING: 'authorized',
  FAILED: 'failed',
  USER_DROPPED: 'failed',
  CANCELLED: 'refunded',
};

const PAYMENT_ERRORS: Partial<
  Record<PaymentStatus, { description: string; reason: string; source: string }>
> = {
  FAILED: { description: 'The bank declined the payment', reason: 'payment_failed', source: 'bank' },
  USER_DROPPED: {
    description: 'The payer left without paying',
    reason: 'payment_cancelled',
    source: 'customer',
  },
};

export function toPaymentEntity(order: Order, payment: Payment) {
  const error = PAYMENT_ERRORS[payment.status];
  const refunded = order.refunds
    .filter((refund) => refund.razorpay?.paymentId === payment.cfPaymentId && refund.status !== 'FAILED')
    .reduce((paise, refund) => paise + refund.amountPaise, 0);
  const isRefunded = refunded > 0 && refunded === payment.amountPaise;
  return {
    id: payment.cfPaymentId,
    entity: 'payment',
    amount: payment.amountPaise,
    currency: 'INR',
    status: isRefunded ? 'refunded' : PAYMENT_STATUS[payment.status],
    order_id: order.razorpay?.id,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : isRefunded ? 'full' : 'partial',
    captured: payment.status === 'SUCCESS',
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: 'payer@sandbox',
    email: null,
    contact: null,
    // The checkout page stands for the vendor's script, which receives the shop's own order id.
    notes: toNotes(order.razorpay?.receipt ? { order_id: order.razorpay.receipt } : {}),
    fee: null,
    tax: null,
    error_code: error ? 'BAD_REQUEST_ERROR' : null,
    error_description: error?.description ?? null,
    error_source: error?.source ?? null,
    error_step: error ? 'payment_authorization' : null,
    error_reason: error?.reason ?? null,
    acquirer_data: { rrn: payment.bankReference },
    created_at: toUnixSeconds(payment.startedAt),
  };
}

const REFUND_STATUS: Record<RefundStatus, string> = {
  PENDING: 'pending',
  ONHOLD: 'pending',
  SUCCESS: 'processed',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

export function toRefundEntity(refund: Refund) {
  return {
    id: refund.cfRefundId,
    entity: 'refund',
    amount: refund.amountPaise,
    currency: 'INR',
    payment_id: refund.razorpay?.paymentId,
    notes: toNotes(refund.razorpay?.notes ?? {}),
    receipt: refund.refundId === refund.cfRefundId ? null : refund.refundId,
    acquirer_data: { arn: refund.status === 'SUCCESS' ? refund.cfRefundId.replace('rfnd_', '') : null },
    created_at: toUnixSeconds(refund.createdAt),
    batch_id: null,
    status: REFUND_STATUS[refund.status],
    speed_processed: 'normal',
    speed_requested: refund.speed,
  };
}

export function toContactEntity(contact: Contact) {
  const { id, name, email, type, referenceId, createdAt } = contact;
  return {
    id,
    entity: 'contact',
    name,
    contact: contact.contact,
    email,
    type,
    reference_id: referenceId,
    batch_id: null,
    active: true,
    notes: [],
    created_at: toUnixSeconds(createdAt),
  };
}

export function toFundAccountEntity(account: Beneficiary) {
  const { bank_account_number, bank_ifsc, vpa } = account.beneficiary_instrument_details;
  return {
    id: account.beneficiary_id,
    entity: 'fund_account',
    contact_id: account.contactId,
    ...(vpa === undefined
      ? {
          account_type: 'bank_account',
          bank_account: {
            name: account.beneficiary_name,
            ifsc: bank_ifsc,
            bank_name: 'Sandbox Bank',
            account_number: bank_account_number,
          },
        }
      : {
          account_type: 'vpa',
          vpa: { address: vpa, username: vpa.split('@')[0], handle: vpa.split('@')[1] },
        }),
    batch_id: null,
    active: account.beneficiary_status === 'VERIFIED',
    created_at: toUnixSeconds(account.added_on),
  };
}

const PAYOUT_STATUS: Record<TransferStatus, string> = {
  RECEIVED: 'queued',
  PENDING: 'processing',
  SUCCESS: 'processed',
  FAILED: 'failed',
  REVERSED: 'reversed',
};

const PAYOUT_DETAILS: Partial<Record<TransferStatus, { description: string; reason: string }>> = {
  FAILED: { description: 'The beneficiary account does not exist', reason: 'invalid_ifsc_code' },
  REVERSED: { description: 'The beneficiary bank returned the money', reason: 'beneficiary_bank_failure' },
};

export function toPayoutEntity(transfer: Transfer) {
  const details = PAYOUT_DETAILS[transfer.status];
  return {
    id: transfer.cfTransferId,
    entity: 'payout',
    fund_account_id: transfer.beneficiaryId,
    amount: transfer.amountPaise,
    currency: 'INR',
    notes: [],
    fees: 0,
    tax: 0,
    status: PAYOUT_STATUS[transfer.status],
    utr: transfer.utr,
    mode: transfer.mode,
    purpose: 'payout',
    reference_id: transfer.razorpay?.referenceId ?? null,
    narration: transfer.remarks,
    batch_id: null,
    status_details: details ? { ...details, source: 'beneficiary_bank' } : null,
    created_at: toUnixSeconds(transfer.addedOn),
  };
}

/** Without a source it is a deposit of the merchant. */
export function toTransactionEntity(movement: {
  source: Transfer | null;
  paise: number;
  balance: number;
  at: string;
}) {
  const { source, paise, balance, at } = movement;
  return {
    id: source ? source.cfTransferId.replace('pout_', 'txn_') : 'txn_00000000000000',
    entity: 'transaction',
    account_number: source?.razorpay?.accountNumber ?? null,
    amount: Math.abs(paise),
    currency: 'INR',
    credit: Math.max(0, paise),
    debit: Math.max(0, -paise),
    balance,
    source: source ? toPayoutEntity(source) : { id: 'bt_00000000000000', entity: 'bank_transfer' },
    created_at: toUnixSeconds(at),
  };
}

const PHASES: Record<DisputeType, string> = {
  RETRIEVAL: 'retrieval',
  DISPUTE: 'fraud',
  CHARGEBACK: 'chargeback',
  PRE_ARBITRATION: 'pre_arbitration',
  ARBITRATION: 'arbitration',
};

const DISPUTE_STATUS: Record<DisputeStep, string> = {
  CREATED: 'open',
  DOCS_RECEIVED: 'under_review',
  UNDER_REVIEW: 'under_review',
  MERCHANT_WON: 'won',
  MERCHANT_LOST: 'lost',
  MERCHANT_ACCEPTED: 'lost',
  INSUFFICIENT_EVIDENCE: 'lost',
};

export function toDisputeEntity(dispute: Dispute) {
  return {
    id: dispute.disputeId,
    entity: 'dispute',
    payment_id: dispute.cfPaymentId,
    amount: dispute.amountPaise,
    currency: 'INR',
    amount_deducted: calculateTakenPaise(dispute),
    reason_code: 'goods_or_services_not_received_or_partially_received',
    reason_description: 'Goods or Services Not Provided',
    respond_by: toUnixSeconds(dispute.respondBy),
    status: DISPUTE_STATUS[dispute.step],
    phase: PHASES[dispute.type],
    created_at: toUnixSeconds(dispute.createdAt),
  };
}

const SETTLEMENT_STATUS = { SUCCESS: 'processed', FAILED: 'failed', REVERSED: 'failed' };

/** `fees` includes the GST on the fee. */
export function toSettlementEntity(settlement: Settlement) {
  const { settlementId, feePaise, taxPaise, status, utr, initiatedAt } = settlement;
  return {
    id: `setl_${settlementId.padStart(14, '0')}`,
    entity: 'settlement',
    amount: calculateSettledPaise(settlement),
    status: SETTLEMENT_STATUS[status],
    fees: feePaise + taxPaise,
    tax: taxPaise,
    utr,
    created_at: toUnixSeconds(initiatedAt),
  };
}
