import { z } from 'zod';
import type { WebhookReading } from '../../ports/payment-gateway.ts';
import type { Beneficiary, PayoutEvent, PayoutGateway, Transfer } from '../../ports/payout-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import {
  cashfreeClient,
  isRejection,
  keysOf,
  readSignedBody,
  rupeeNumber,
  rupeesAsPaise,
  type CashfreeAccount,
} from '../cashfree.ts';
import { cashfreeBalance } from './cashfree-balance.ts';

export interface CashfreePayoutsConfig extends CashfreeAccount {
  checkName: PayoutGateway['checkName'];
  /** Secrets that may also sign webhooks during a key change. */
  olderSecrets?: readonly string[];
}

const PAYOUTS_VERSION = '2024-01-01';
const LONGEST_REMARKS = 70;

export function cashfreePayouts(config: CashfreePayoutsConfig): PayoutGateway {
  const payouts = cashfreeClient(config, PAYOUTS_VERSION);
  const getTransfer = (transferId: string) =>
    payouts.find(`/transfers?transfer_id=${encodeURIComponent(transferId)}`, transfer, 'transfer_not_found');

  return {
    provider: 'cashfree',

    async addBeneficiary(wanted) {
      const body = beneficiaryRequest(wanted);
      try {
        return await payouts.call({ method: 'POST', path: '/beneficiary', body }, beneficiary);
      } catch (error) {
        if (!isRejection(error, 'beneficiary_id_already_exists')) throw error;
      }
      const path = `/beneficiary?beneficiary_id=${encodeURIComponent(wanted.beneficiaryId)}`;
      return payouts.call({ method: 'GET', path }, beneficiary);
    },

    checkName: config.checkName,

    async createTransfer(wanted) {
      const body = {
        transfer_id: wanted.transferId,
        transfer_amount: rupeeNumber(wanted.amountPaise),
        transfer_currency: 'INR',
        transfer_mode: wanted.mode === 'upi' ? 'upi' : 'banktransfer',
        beneficiary_details: { beneficiary_id: wanted.beneficiaryId },
        transfer_remarks: plainRemarks(wanted.remarks),
      };
      try {
        return sameAmount(wanted, await payouts.call({ method: 'POST', path: '/transfers', body }, transfer));
      } catch (error) {
        if (!isRejection(error, 'transfer_id_already_exists')) throw error;
      }
      const existing = await getTransfer(wanted.transferId);
      if (existing) return sameAmount(wanted, existing);
      throw new ProviderError('unknown', 'transfer_unreadable', 'the transfer exists but cannot be read');
    },

    getTransfer,

    // The vendor returns one transfer at a time. Transfers that we do not know show only in the balance or in its
    // statement.
    listTransfers: () => Promise.resolve(null),

    getBalance: cashfreeBalance(config),

    readWebhook: (headers, rawBody) =>
      readTransferWebhook(headers, rawBody, [config.clientSecret, ...(config.olderSecrets ?? [])]),
  };
}

function sameAmount(wanted: { amountPaise: number }, existing: Transfer): Transfer {
  if (existing.amountPaise === wanted.amountPaise) return existing;
  throw new ProviderError('rejected', 'transfer_id_used', 'the transfer id stands for another amount');
}

/** The vendor accepts letters, digits and spaces only. */
function plainRemarks(remarks: string): string {
  return remarks
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, LONGEST_REMARKS);
}

function beneficiaryRequest({ beneficiaryId, name, phone, destination }: Beneficiary) {
  return {
    beneficiary_id: beneficiaryId,
    beneficiary_name: name,
    beneficiary_instrument_details:
      destination.kind === 'upi'
        ? { vpa: destination.vpa }
        : { bank_account_number: destination.accountNumber, bank_ifsc: destination.ifsc },
    beneficiary_contact_details: { beneficiary_phone: phone, beneficiary_country_code: '+91' },
  };
}

const BENEFICIARY_STATUS = {
  VERIFIED: 'verified',
  INITIATED: 'pending',
  INVALID: 'invalid',
  CANCELLED: 'invalid',
  FAILED: 'invalid',
  DELETED: 'invalid',
} as const;

const beneficiary = z
  .object({ beneficiary_id: z.string(), beneficiary_status: z.enum(keysOf(BENEFICIARY_STATUS)) })
  .transform((reply) => ({
    beneficiaryId: reply.beneficiary_id,
    status: BENEFICIARY_STATUS[reply.beneficiary_status],
  }));

/** `SUCCESS` is decided together with `status_code`, below. */
const TRANSFER_STATUS = {
  RECEIVED: 'processing',
  APPROVAL_PENDING: 'processing',
  QUEUED: 'processing',
  PENDING: 'processing',
  SUCCESS: 'processing',
  FAILED: 'failed',
  REJECTED: 'rejected',
  MANUALLY_REJECTED: 'rejected',
  REVERSED: 'reversed',
} as const;

const transfer = z
  .object({
    transfer_id: z.string(),
    cf_transfer_id: z.coerce.string().nullish(),
    status: z.enum(keysOf(TRANSFER_STATUS)),
    status_code: z.string().nullish(),
    status_description: z.string().nullish(),
    transfer_amount: rupeesAsPaise,
    transfer_utr: z.string().nullish(),
    transfer_service_charge: rupeesAsPaise.nullish(),
    transfer_service_tax: rupeesAsPaise.nullish(),
  })
  .transform((reply): Transfer => {
    // Any other success, such as SENT_TO_BENEFICIARY, has left our account but not reached the beneficiary's.
    const credited = reply.status === 'SUCCESS' && reply.status_code === 'COMPLETED';
    const status = credited ? 'paid' : TRANSFER_STATUS[reply.status];
    const wentWrong = status !== 'paid' && status !== 'processing';
    return {
      transferId: reply.transfer_id,
      providerTransferId: reply.cf_transfer_id ?? null,
      amountPaise: reply.transfer_amount,
      status,
      utr: reply.transfer_utr ?? null,
      reason: wentWrong ? (reply.status_description ?? reply.status_code ?? null) : null,
      chargePaise: (reply.transfer_service_charge ?? 0) + (reply.transfer_service_tax ?? 0),
    };
  });

const transferNews = z
  .object({ transfer_id: z.string() })
  .transform((data): PayoutEvent => ({ about: 'transfer', transferId: data.transfer_id }));

function readTransferWebhook(
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
  secrets: readonly string[],
): WebhookReading<PayoutEvent> {
  const reading = readSignedBody(headers, rawBody, secrets);
  if (reading.verdict !== 'valid') return reading;
  const { data, ...signed } = reading;
  const { type } = signed;
  if (!type.startsWith('TRANSFER_')) return { ...signed, event: null };
  const event = transferNews.safeParse(data);
  return event.success
    ? { ...signed, event: event.data }
    : { verdict: 'malformed', reason: `data of ${type}` };
}
