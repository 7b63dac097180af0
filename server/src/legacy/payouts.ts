import * as z from 'zod/mini';
import * as calls from '@fws/contract/payouts/calls';
import { WAIT_REASONS } from '@fws/contract/payouts/model';
import type {
  Invoice,
  PassbookLine,
  PaymentHistory,
  PayoutAccount,
  Wallet,
  Withdrawal,
} from '@fws/contract/payouts/schemas';
import { toRupees } from '@fws/contract/platform/money';
import type { Locale } from '@fws/contract/platform/messages';
import { translateIfId } from '../platform/messages.ts';
import { encodeJobNumber } from './job-items.ts';
import { abilityReply, encodeAbility, pageFields } from './shared.ts';
import { replyWithData, replyWithItem, translateCall, type LegacyReply } from './translation.ts';

const bankFields = {
  ifsc: 'ifsc_code',
  bankName: 'bank_name',
  holderName: 'account_holder_name',
  address: 'address',
  otp: 'otp',
} as const;
const upiFields = { upiId: 'upi_id', address: 'address', otp: 'otp' } as const;

/** A number that is sent back masked, as it was shown, counts as empty. */
const maskedNumber = (name: string) => ({
  name,
  read: (text: string) => (/^\s*XXXX\d{4}\s*$/.test(text) ? '' : text),
});

const accountReply = z.object({
  id: z.number(),
  kind: z.enum(['bank', 'upi']),
  account_number: z.string(),
  confirm_account_number: z.string(),
  ifsc_code: z.string(),
  bank_name: z.string(),
  account_holder_name: z.string(),
  name_at_bank: z.string(),
  upi_id: z.string(),
  address: z.string(),
  usable_from: z.nullable(z.string()),
  wait_reason: z.nullable(z.enum(WAIT_REASONS)),
  can_update: abilityReply,
  can_remove: abilityReply,
});

const encodeNumber = ({ kind, accountEnding }: PayoutAccount): string =>
  kind === 'bank' ? `XXXX${accountEnding}` : '';

const encodeAccount = (account: PayoutAccount): z.output<typeof accountReply> => ({
  id: account.id,
  kind: account.kind,
  account_number: encodeNumber(account),
  confirm_account_number: encodeNumber(account),
  ifsc_code: account.ifsc,
  bank_name: account.bankName,
  account_holder_name: account.holderName,
  name_at_bank: account.nameAtBank,
  upi_id: account.upiId,
  address: account.address,
  usable_from: account.usableFrom,
  wait_reason: account.waitReason,
  can_update: encodeAbility(account.change),
  can_remove: encodeAbility(account.remove),
});

const lineReply = z.object({
  id: z.string(),
  created_at: z.string(),
  kind: z.string(),
  title: z.string(),
  job_unique_id: z.nullable(z.string()),
  amount: z.string(),
  balance: z.nullable(z.string()),
  reference: z.nullable(z.string()),
});

const encodeLine = (line: PassbookLine): z.output<typeof lineReply> => ({
  id: line.id,
  created_at: line.at,
  kind: line.kind,
  title: line.title,
  job_unique_id: line.jobNumber === null ? null : encodeJobNumber(line.jobNumber),
  amount: toRupees(line.amountPaise),
  balance: line.balancePaise === null ? null : toRupees(line.balancePaise),
  reference: line.reference,
});

const restingReply = z.object({
  amount: z.string(),
  /** Null: until a person decides. */
  until: z.nullable(z.string()),
  reason: z.string(),
});

/** `wallet` is the balance; `data` is the passbook. */
const walletReply: LegacyReply<Wallet> = {
  schema: z.object({
    wallet: z.string(),
    withdrawable_amount: z.string(),
    resting: z.array(restingReply),
    held: z.string(),
    data: z.object({ held: z.array(lineReply), lines: z.array(lineReply) }),
    next_cursor: z.nullable(z.string()),
    withdrawals_stopped_at: z.nullable(z.string()),
  }),
  encode: (wallet) => ({
    wallet: toRupees(wallet.balancePaise),
    withdrawable_amount: toRupees(wallet.withdrawablePaise),
    resting: wallet.resting.map(({ amountPaise, until, reason }) => ({
      amount: toRupees(amountPaise),
      until,
      reason,
    })),
    held: toRupees(wallet.heldPaise),
    data: { held: wallet.held.map(encodeLine), lines: wallet.lines.map(encodeLine) },
    next_cursor: wallet.nextCursor,
    withdrawals_stopped_at: wallet.stoppedAt,
  }),
};

const invoiceReply = z.object({
  invoice_id: z.number(),
  kind: z.enum(['work', 'fee']),
  serial: z.string(),
  job_title: z.string(),
  job_unique_id: z.string(),
  milestone: z.string(),
  amount: z.string(),
  created_at: z.string(),
  pdf: z.string(),
});

const encodeInvoice = (invoice: Invoice, locale: Locale): z.output<typeof invoiceReply> => ({
  invoice_id: invoice.id,
  kind: invoice.kind,
  serial: invoice.serial,
  job_title: invoice.jobTitle,
  job_unique_id: encodeJobNumber(invoice.jobNumber),
  milestone: translateIfId(locale, invoice.milestoneName),
  amount: toRupees(invoice.amountPaise),
  created_at: invoice.createdAt,
  pdf: invoice.pdfUrl,
});

const withdrawalReply = z.object({
  withdrawal_id: z.number(),
  amount: z.string(),
  to: z.string(),
  status: z.string(),
  reason: z.nullable(z.string()),
  utr: z.nullable(z.string()),
  created_at: z.string(),
});

const encodeWithdrawal = (withdrawal: Withdrawal): z.output<typeof withdrawalReply> => ({
  withdrawal_id: withdrawal.id,
  amount: toRupees(withdrawal.amountPaise),
  to: withdrawal.to,
  status: withdrawal.state,
  reason: withdrawal.reason,
  utr: withdrawal.utr,
  created_at: withdrawal.createdAt,
});

/** `data` is the list of invoices. */
const historyReply: LegacyReply<PaymentHistory> = {
  schema: z.object({
    data: z.array(invoiceReply),
    withdrawals: z.array(withdrawalReply),
    next_cursor: z.nullable(z.string()),
  }),
  encode: (history, { locale }) => ({
    data: history.invoices.map((invoice) => encodeInvoice(invoice, locale)),
    withdrawals: history.withdrawals.map(encodeWithdrawal),
    next_cursor: history.nextCursor,
  }),
};

const accountInReply = replyWithItem(accountReply, encodeAccount);
const accountsInReply = replyWithData(z.array(accountReply), (accounts: PayoutAccount[]) =>
  accounts.map(encodeAccount),
);

export const payoutTranslations = [
  translateCall(calls.wallet, { fields: pageFields, reply: walletReply }),
  translateCall(calls.paymentHistory, { fields: pageFields, reply: historyReply }),
  translateCall(calls.withdrawRequest, {
    fields: { amountText: 'request_amount', accountId: 'request_bank_id', otp: 'otp' },
    reply: replyWithItem(withdrawalReply, encodeWithdrawal),
  }),
  translateCall(calls.bankAccountList, { reply: accountsInReply }),
  translateCall(calls.upiAccountList, { reply: accountsInReply }),
  translateCall(calls.addBankAccount, {
    fields: {
      accountNumber: 'account_number',
      confirmAccountNumber: 'confirm_account_number',
      ...bankFields,
    },
    reply: accountInReply,
  }),
  translateCall(calls.addUpiAccount, { fields: upiFields, reply: accountInReply }),
  translateCall(calls.updateBankAccount, {
    fields: {
      accountId: 'edit_id',
      accountNumber: maskedNumber('account_number'),
      confirmAccountNumber: maskedNumber('confirm_account_number'),
      ...bankFields,
    },
    reply: accountInReply,
  }),
  translateCall(calls.updateUpiAccount, {
    fields: { accountId: 'edit_id', ...upiFields },
    reply: accountInReply,
  }),
  translateCall(calls.removePayoutAccount, { fields: { accountId: 'account_id' } }),
];
