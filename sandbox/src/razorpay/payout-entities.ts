import type { Beneficiary, Contact, Transfer, TransferStatus } from '../state.ts';
import { toUnixSeconds } from './replies.ts';

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
