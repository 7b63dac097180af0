import { z } from 'zod';
import type { WebhookReading } from '../../ports/payment-gateway.ts';
import type { Beneficiary, PayoutEvent, PayoutGateway, Transfer } from '../../ports/payout-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import {
  createCashfreeClient,
  isRejection,
  listKeys,
  readSignedBody,
  toRupeeNumber,
  rupeesAsPaise,
  type CashfreeAccount,
} from '../cashfree.ts';
import { createCashfreeBalance } from './cashfree-balance.ts';

export interface CashfreePayoutsConfig extends CashfreeAccount {
  checkName: PayoutGateway['checkName'];
  /** Secrets that may also sign webhooks during a key change. */
  olderSecrets?: readonly string[];
}

const PAYOUTS_VERSION = '2024-01-01';
const LONGEST_REMARKS = 70;

export function createCashfreePayouts(config: CashfreePayoutsConfig): PayoutGateway {
  const payouts = createCashfreeClient(config, PAYOUTS_VERSION);
  const getTransfer = (transferId: string) =>
    payouts.find(`/transfers?transfer_id=${encodeURIComponent(transferId)}`, transfer, 'transfer_not_found');

  return {
    provider: 'cashfree',

    async addBeneficiary(newBeneficiary) {
      const body = buildBeneficiaryRequest(newBeneficiary);
      try {
        return await payouts.call({ method: 'POST', path: '/beneficiary', body }, beneficiary);
      } catch (error) {
        if (!isRejection(error, 'beneficiary_id_already_exists')) throw error;
      }
      const path = `/beneficiary?beneficiary_id=${encodeURIComponent(newBeneficiary.beneficiaryId)}`;
      return payouts.call({ method: 'GET', path }, beneficiary);
    },

    checkName: config.checkName,

    async createTransfer(newTransfer) {
      const body = {
        transfer_id: newTransfer.transferId,
        transfer_amount: toRupeeNumber(newTransfer.amountPaise),
        transfer_currency: 'INR',
        transfer_mode: newTransfer.mode === 'upi' ? 'upi' : 'banktransfer',
        beneficiary_details: { beneficiary_id: newTransfer.beneficiaryId },
        transfer_remarks: toPlainRemarks(newTransfer.remarks),
      };
      try {
        return requireSameAmount(
          newTransfer,
          await payouts.call({ method: 'POST', path: '/transfers', body }, transfer),
        );
      } catch (error) {
        if (!isRejection(error, 'transfer_id_already_exists')) throw error;
      }
      const existing = await getTransfer(newTransfer.transferId);
      if (existing) return requireSameAmount(newTransfer, existing);
      throw new ProviderError('unknown', 'transfer_unreadable', 'the transfer exists but cannot be read');
    },

    getTransfer,

    // The vendor returns one transfer at a time. Transfers that we do not know show only in the balance or in its
    // statement.
    listTransfers: () => Promise.resolve(null),

    getBalance: createCashfreeBalance(config),

    readWebhook: (headers, rawBody) =>
      readTransferWebhook(headers, rawBody, [config.clientSecret, ...(config.olderSecrets ?? [])]),
  };
}

function requireSameAmount(request: { amountPaise: number }, existing: Transfer): Transfer {
  if (existing.amountPaise === request.amountPaise) return existing;
  throw new ProviderError('rejected', 'transfer_id_used', 'the transfer id stands for another amount');
}

/** The vendor accepts letters, digits and spaces only. */
function toPlainRemarks(remarks: string): string {
  return remarks
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, LONGEST_REMARKS);
}

function buildBeneficiaryRequest({ beneficiaryId, name, phone, destination }: Beneficiary) {
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
  .object({ beneficiary_id: z.string(), beneficiary_status: z.enum(listKeys(BENEFICIARY_STATUS)) })
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
    status: z.enum(listKeys(TRANSFER_STATUS)),
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
    const hasFailed = status !== 'paid' && status !== 'processing';
    return {
      transferId: reply.transfer_id,
      providerTransferId: reply.cf_transfer_id ?? null,
      amountPaise: reply.transfer_amount,
      status,
      utr: reply.transfer_utr ?? null,
      reason: hasFailed ? (reply.status_description ?? reply.status_code ?? null) : null,
      chargePaise: (reply.transfer_service_charge ?? 0) + (reply.transfer_service_tax ?? 0),
    };
  });

const transferEvent = z
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
  const event = transferEvent.safeParse(data);
  return event.success
    ? { ...signed, event: event.data }
    : { verdict: 'malformed', reason: `data of ${type}` };
}
