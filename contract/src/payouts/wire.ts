import type * as z from 'zod/mini';
import { createSchemaLoader, wireForm } from '../platform/form.ts';
import { dataReply, firstItemReply, plainReply, type WireReply } from '../platform/call.ts';
import { abilityFromWire, abilityToWire } from '../platform/wire.ts';
import { parseRupees, toRupees } from '../platform/money.ts';
import { jobNumberFromWire, jobNumberToWire } from '../jobs/wire.ts';
import type { FeeShares } from './fees.ts';
import type { Invoice, PassbookKind, PassbookLine, PayoutAccount, Wallet, Withdrawal } from './model.ts';
import type { WithdrawalState } from './lifecycle.ts';
import type { accountWire, historyWire, lineWire, walletWire, withdrawalWire } from './schemas.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

const bankDetails = {
  ifsc: 'ifsc_code',
  bankName: 'bank_name',
  holderName: 'account_holder_name',
  address: 'address',
  otp: 'otp',
} as const;
export const bankAccountForm = wireForm(schema('bankAccount'), {
  accountNumber: 'account_number',
  confirmAccountNumber: 'confirm_account_number',
  ...bankDetails,
});

/** A number that is sent back masked, as it was shown, counts as empty. */
const maskedNumberField = (name: string) => ({
  name,
  toWire: (text: string) => text,
  fromWire: (text: string) => (/^\s*XXXX\d{4}\s*$/.test(text) ? '' : text),
});
export const bankAccountChangeForm = wireForm(schema('bankAccountChange'), {
  accountId: 'edit_id',
  accountNumber: maskedNumberField('account_number'),
  confirmAccountNumber: maskedNumberField('confirm_account_number'),
  ...bankDetails,
});
const upiDetails = { upiId: 'upi_id', address: 'address', otp: 'otp' } as const;
export const upiAccountForm = wireForm(schema('upiAccount'), upiDetails);
export const upiAccountChangeForm = wireForm(schema('upiAccountChange'), {
  accountId: 'edit_id',
  ...upiDetails,
});
export const accountToRemoveForm = wireForm(schema('accountToRemove'), { accountId: 'account_id' });
export const withdrawRequestForm = wireForm(schema('withdrawRequest'), {
  amountText: 'request_amount',
  accountId: 'request_bank_id',
  otp: 'otp',
});

export type AccountWire = z.infer<typeof accountWire>;

export const accountToWire = (account: PayoutAccount): AccountWire => ({
  id: account.id,
  kind: account.kind,
  account_number: account.kind === 'bank' ? `XXXX${account.accountEnding}` : '',
  ifsc_code: account.ifsc,
  bank_name: account.bankName,
  account_holder_name: account.holderName,
  name_at_bank: account.nameAtBank,
  upi_id: account.upiId,
  address: account.address,
  usable_from: account.usableFrom,
  wait_reason: account.waitReason,
  can_update: abilityToWire(account.change),
  can_remove: abilityToWire(account.remove),
});

export const accountFromWire = (wire: AccountWire): PayoutAccount => ({
  id: wire.id,
  kind: wire.kind,
  accountEnding: wire.account_number.slice(-4),
  ifsc: wire.ifsc_code,
  bankName: wire.bank_name,
  upiId: wire.upi_id,
  holderName: wire.account_holder_name,
  nameAtBank: wire.name_at_bank,
  address: wire.address,
  usableFrom: wire.usable_from,
  waitReason: wire.wait_reason,
  change: abilityFromWire(wire.can_update),
  remove: abilityFromWire(wire.can_remove),
});

type LineWire = z.infer<typeof lineWire>;

const lineToWire = (line: PassbookLine): LineWire => ({
  id: line.id,
  created_at: line.at,
  kind: line.kind,
  title: line.title,
  job_unique_id: line.jobNumber === null ? null : jobNumberToWire(line.jobNumber),
  amount: toRupees(line.amountPaise),
  balance: line.balancePaise === null ? null : toRupees(line.balancePaise),
  reference: line.reference,
});

const parseSignedRupees = (text: string): number =>
  text.startsWith('-') ? -(parseRupees(text.slice(1)) ?? 0) : (parseRupees(text) ?? 0);

const lineFromWire = (wire: LineWire): PassbookLine => ({
  id: wire.id,
  at: wire.created_at,
  kind: wire.kind as PassbookKind,
  title: wire.title,
  jobNumber: wire.job_unique_id === null ? null : jobNumberFromWire(wire.job_unique_id),
  amountPaise: parseSignedRupees(wire.amount),
  balancePaise: wire.balance === null ? null : parseSignedRupees(wire.balance),
  reference: wire.reference,
});

/** `wallet` is the balance as a rupee string; `data` the passbook. */
export const walletReply: WireReply<Wallet, z.infer<typeof walletWire>> = {
  schema: schema('walletWire'),
  encode: (wallet) => ({
    wallet: toRupees(wallet.balancePaise),
    held: toRupees(wallet.heldPaise),
    data: { held: wallet.held.map(lineToWire), lines: wallet.lines.map(lineToWire) },
    next_cursor: wallet.nextCursor,
    withdrawals_stopped_at: wallet.stoppedAt,
  }),
  decode: (wire) => ({
    balancePaise: parseRupees(wire.wallet) ?? 0,
    heldPaise: parseRupees(wire.held) ?? 0,
    held: wire.data.held.map(lineFromWire),
    lines: wire.data.lines.map(lineFromWire),
    nextCursor: wire.next_cursor,
    stoppedAt: wire.withdrawals_stopped_at,
  }),
};

export const withdrawalToWire = (withdrawal: Withdrawal): z.infer<typeof withdrawalWire> => ({
  withdrawal_id: withdrawal.id,
  amount: toRupees(withdrawal.amountPaise),
  to: withdrawal.to,
  status: withdrawal.state,
  reason: withdrawal.reason,
  utr: withdrawal.utr,
  created_at: withdrawal.createdAt,
});

export const withdrawalFromWire = (wire: z.infer<typeof withdrawalWire>): Withdrawal => ({
  id: wire.withdrawal_id,
  amountPaise: parseRupees(wire.amount) ?? 0,
  to: wire.to,
  state: wire.status as WithdrawalState,
  reason: wire.reason,
  utr: wire.utr,
  createdAt: wire.created_at,
});

export interface PaymentHistory {
  invoices: Invoice[];
  withdrawals: Withdrawal[];
  nextCursor: string | null;
}
export const historyReply: WireReply<PaymentHistory, z.infer<typeof historyWire>> = {
  schema: schema('historyWire'),
  encode: (history) => ({
    data: history.invoices.map((invoice) => ({
      invoice_id: invoice.id,
      kind: invoice.kind,
      serial: invoice.serial,
      job_title: invoice.jobTitle,
      job_unique_id: jobNumberToWire(invoice.jobNumber),
      milestone: invoice.milestoneName,
      amount: toRupees(invoice.amountPaise),
      created_at: invoice.createdAt,
      pdf: invoice.pdfUrl,
    })),
    withdrawals: history.withdrawals.map(withdrawalToWire),
    next_cursor: history.nextCursor,
  }),
  decode: (wire) => ({
    invoices: wire.data.map((invoice) => ({
      id: invoice.invoice_id,
      kind: invoice.kind,
      serial: invoice.serial,
      jobTitle: invoice.job_title,
      jobNumber: jobNumberFromWire(invoice.job_unique_id),
      milestoneName: invoice.milestone,
      amountPaise: parseRupees(invoice.amount) ?? 0,
      createdAt: invoice.created_at,
      pdfUrl: invoice.pdf,
    })),
    withdrawals: wire.withdrawals.map(withdrawalFromWire),
    nextCursor: wire.next_cursor,
  }),
};

export const accountReply = firstItemReply(schema('accountWire'), accountToWire, accountFromWire);
export const accountsReply = dataReply<PayoutAccount[], AccountWire[]>(
  schema('accountsWire'),
  (list) => list.map(accountToWire),
  (list) => list.map(accountFromWire),
);
export const withdrawalReply = firstItemReply(schema('withdrawalWire'), withdrawalToWire, withdrawalFromWire);
export const feeSharesReply = plainReply<FeeShares | null>(schema('feeSharesWire'));
