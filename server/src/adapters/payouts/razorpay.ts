import { z } from 'zod';
import type { WebhookReading } from '../../ports/payment-gateway.ts';
import type {
  Beneficiary,
  ListedTransfer,
  PayoutEvent,
  PayoutGateway,
  Transfer,
} from '../../ports/payout-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { listKeys } from '../cashfree.ts';
import {
  LIST_MAX,
  toPlainText,
  createRazorpayClient,
  readSignedEvent,
  unixTime,
  type RazorpayAccount,
  type RazorpayClient,
} from '../razorpay.ts';

export interface RazorpayPayoutsConfig extends RazorpayAccount {
  /** The RazorpayX account that pays. */
  accountNumber: string;
  /** RazorpayX's own check answers later, and only for accounts that new merchants cannot open. */
  checkName: PayoutGateway['checkName'];
}

const LONGEST_NARRATION = 30;
const LONGEST_NAME = 50;
const SHORTEST_NAME = 3;
/** Maximum amount of an IMPS transfer, which arrives within seconds. */
const IMPS_MAX_PAISE = 5_00_000_00;

/** A destination is a contact with one fund account. The contact's `reference_id` is our id. */
export function createRazorpayPayouts(config: RazorpayPayoutsConfig): PayoutGateway {
  const client = createRazorpayClient(config, 'payouts');

  async function getTransfer(transferId: string): Promise<Transfer | null> {
    const query = { account_number: config.accountNumber, reference_id: transferId };
    const vendorPayouts = (await client.list('/payouts', query, payout)).filter(
      (vendorPayout) => vendorPayout.reference_id === transferId,
    );
    if (vendorPayouts.length > 1)
      throw new ProviderError('unknown', 'transfer_ambiguous', 'several payouts have one reference');
    return vendorPayouts[0] ? toTransfer(transferId, vendorPayouts[0]) : null;
  }

  return {
    provider: 'razorpay',

    /** The vendor returns the existing contact and fund account for the same details. */
    async addBeneficiary(newBeneficiary) {
      const contact = await client.call(
        { method: 'POST', path: '/contacts', body: buildContactRequest(newBeneficiary) },
        named,
      );
      const body = buildFundAccountRequest(newBeneficiary, contact.id);
      const { active } = await client.call({ method: 'POST', path: '/fund_accounts', body }, fundAccount);
      return { beneficiaryId: newBeneficiary.beneficiaryId, status: active ? 'verified' : 'invalid' };
    },

    checkName: config.checkName,

    async createTransfer(newTransfer) {
      const request = {
        method: 'POST' as const,
        path: '/payouts',
        headers: { 'x-payout-idempotency': newTransfer.transferId },
        body: {
          account_number: config.accountNumber,
          fund_account_id: await findFundAccount(client, newTransfer.beneficiaryId),
          amount: newTransfer.amountPaise,
          currency: 'INR',
          mode: chooseMode(newTransfer),
          purpose: 'payout',
          // With too little balance the transfer is queued instead of failing.
          queue_if_low_balance: true,
          reference_id: newTransfer.transferId,
          narration: toPlainText(newTransfer.remarks, LONGEST_NARRATION),
        },
      };
      try {
        return requireSameAmount(
          newTransfer,
          toTransfer(newTransfer.transferId, await client.call(request, payout)),
        );
      } catch (error) {
        if (!(error instanceof ProviderError) || error.outcome !== 'rejected') throw error;
        // Rejected, or the id was used before: look up the transfer to find out which.
        const existing = await getTransfer(newTransfer.transferId);
        if (existing) return requireSameAmount(newTransfer, existing);
        throw error;
      }
    },

    getTransfer,

    async listTransfers({ cursor, ...period }) {
      const skip = Number(cursor ?? 0);
      const query = { ...period, skip, more: { account_number: config.accountNumber } };
      const { items, isLast } = await client.listPage('/payouts', query, listedPayout);
      return { transfers: items.map(toListedTransfer), next: isLast ? null : String(skip + LIST_MAX) };
    },

    /** Each transaction contains the balance after it; the newest comes first. */
    async getBalance() {
      const query = new URLSearchParams({ account_number: config.accountNumber, count: '1' });
      const request = { method: 'GET' as const, path: `/transactions?${query}` };
      const [newest] = (await client.call(request, transactions)).items;
      return newest ? { balancePaise: newest.balance } : null;
    },

    readWebhook: (headers, rawBody) => readPayoutWebhook(headers, rawBody, config.webhookSecrets),
  };
}

async function findFundAccount(client: RazorpayClient, beneficiaryId: string): Promise<string> {
  const contacts = await client.list('/contacts', { reference_id: beneficiaryId }, contactOfOurs);
  const contact = contacts.find((candidate) => candidate.reference_id === beneficiaryId);
  const accounts = contact
    ? await client.list('/fund_accounts', { contact_id: contact.id }, fundAccount)
    : [];
  const account = accounts.find((candidate) => candidate.active);
  if (account) return account.id;
  throw new ProviderError('rejected', 'beneficiary_not_found', 'the destination is not registered');
}

function chooseMode({ mode, amountPaise }: { mode: 'bank' | 'upi'; amountPaise: number }): string {
  if (mode === 'upi') return 'UPI';
  return amountPaise <= IMPS_MAX_PAISE ? 'IMPS' : 'NEFT';
}

function requireSameAmount(request: { amountPaise: number }, existing: Transfer): Transfer {
  if (existing.amountPaise === request.amountPaise) return existing;
  throw new ProviderError('rejected', 'transfer_id_used', 'the transfer id stands for another amount');
}

/**
 * The vendor accepts Latin letters only and at least three. Other names are replaced: the account number identifies the
 * payee.
 */
function toVendorName(name: string): string {
  const plain = toPlainText(name, LONGEST_NAME);
  return plain.length < SHORTEST_NAME ? 'Payee' : plain;
}

function buildContactRequest({ beneficiaryId, name, phone }: Beneficiary) {
  return { name: toVendorName(name), contact: phone, type: 'vendor', reference_id: beneficiaryId };
}

function buildFundAccountRequest({ name, destination }: Beneficiary, contactId: string) {
  if (destination.kind === 'upi')
    return { contact_id: contactId, account_type: 'vpa', vpa: { address: destination.vpa } };
  return {
    contact_id: contactId,
    account_type: 'bank_account',
    bank_account: {
      name: toVendorName(name),
      ifsc: destination.ifsc,
      account_number: destination.accountNumber,
    },
  };
}

const named = z.object({ id: z.string() });
const contactOfOurs = z.object({ id: z.string(), reference_id: z.string().nullish() });
const fundAccount = z.object({ id: z.string(), active: z.boolean() });

/** `reversed` covers both transfers that never arrived and transfers that came back later. */
const PAYOUT_STATUS = {
  pending: 'processing',
  queued: 'processing',
  scheduled: 'processing',
  processing: 'processing',
  processed: 'paid',
  reversed: 'reversed',
  cancelled: 'rejected',
  rejected: 'rejected',
  failed: 'failed',
} as const;

const payout = z.object({
  id: z.string(),
  amount: z.number().int(),
  status: z.enum(listKeys(PAYOUT_STATUS)),
  reference_id: z.string().nullish(),
  utr: z.string().nullish(),
  // Includes the tax; present once the cost is known.
  fees: z.number().int().nullish(),
  status_details: z
    .object({ description: z.string().nullish(), reason: z.string().nullish() })
    .nullish()
    .catch(null),
});

const listedPayout = payout.extend({ created_at: unixTime });

const transactions = z.object({ items: z.array(z.object({ balance: z.number().int() })) });

const toListedTransfer = (vendorPayout: z.infer<typeof listedPayout>): ListedTransfer => ({
  ...toTransfer('', vendorPayout),
  transferId: vendorPayout.reference_id || null,
  providerTransferId: vendorPayout.id,
  at: vendorPayout.created_at,
});

function toTransfer(transferId: string, vendorPayout: z.infer<typeof payout>): Transfer {
  const status = PAYOUT_STATUS[vendorPayout.status];
  const hasFailed = status !== 'paid' && status !== 'processing';
  const details = vendorPayout.status_details;
  return {
    transferId,
    providerTransferId: vendorPayout.id,
    amountPaise: vendorPayout.amount,
    status,
    utr: vendorPayout.utr ?? null,
    reason: hasFailed ? (details?.description ?? details?.reason ?? null) : null,
    chargePaise: vendorPayout.fees ?? 0,
  };
}

const payoutEvent = z
  .object({ payout: z.object({ entity: z.object({ reference_id: z.string().nullish() }) }) })
  .transform(({ payout: { entity } }): PayoutEvent | null =>
    // A payout made at the vendor's own pages has no id of ours.
    entity.reference_id ? { about: 'transfer', transferId: entity.reference_id } : null,
  );

function readPayoutWebhook(
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
  secrets: readonly string[],
): WebhookReading<PayoutEvent> {
  const reading = readSignedEvent(headers, rawBody, secrets);
  if (reading.verdict !== 'valid') return reading;
  const { data, ...signed } = reading;
  const { type } = signed;
  if (!/^payout\.[a-z]+$/.test(type)) return { ...signed, event: null };
  const event = payoutEvent.safeParse(data);
  return event.success
    ? { ...signed, event: event.data }
    : { verdict: 'malformed', reason: `data of ${type}` };
}
