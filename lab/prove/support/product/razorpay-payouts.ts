import type { Outside } from './outside.ts';
import { readText, refuse, type VendorRequest } from './razorpay-requests.ts';

const toAccountId = (contactId: string) => contactId.replace(/^cont_/, 'fa_');

export const listContactsByReference = (reference: string) => [
  { id: `cont_${reference}`, reference_id: reference },
];

export const listDestinations = ({ beneficiaries }: Outside, contactId: string) =>
  beneficiaries.has(contactId.replace(/^cont_/, '')) ? [{ id: toAccountId(contactId), active: true }] : [];

export function registerDestination({ outside, body }: VendorRequest) {
  const contactId = readText(body, 'contact_id');
  outside.beneficiaries.add(contactId.replace(/^cont_/, ''));
  return { id: toAccountId(contactId), active: true };
}

const PAYOUT_STATUS = {
  processing: 'processing',
  paid: 'processed',
  failed: 'failed',
  rejected: 'rejected',
  reversed: 'reversed',
};

export function listPayoutsByReference(outside: Outside, reference: string) {
  const transfer = outside.transfers.get(reference);
  if (!transfer) return [];
  const { amountPaise, status } = transfer;
  return [
    { id: `pout_${reference}`, amount: amountPaise, status: PAYOUT_STATUS[status], reference_id: reference },
  ];
}

export function createPayout({ outside, body }: VendorRequest) {
  const beneficiaryId = readText(body, 'fund_account_id').replace(/^fa_/, '');
  if (!outside.beneficiaries.has(beneficiaryId)) return refuse('no such fund account');
  const transferId = readText(body, 'reference_id');
  outside.requestTransfer(transferId, Number(body['amount']));
  return listPayoutsByReference(outside, transferId)[0] ?? {};
}
