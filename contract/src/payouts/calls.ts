import * as z from 'zod/mini';
import { call, dataReply, firstItemReply } from '../platform/call.ts';
import { noForm } from '../identity/wire.ts';
import { pageForm } from '../jobs/wire.ts';
import type { PayoutAccount } from './model.ts';
import {
  accountFromWire,
  accountToWire,
  accountWire,
  bankAccountForm,
  historyReply,
  upiAccountForm,
  walletReply,
  withdrawalFromWire,
  withdrawalToWire,
  withdrawalWire,
  withdrawRequestForm,
  type AccountWire,
} from './wire.ts';

const accounts = dataReply<PayoutAccount[], AccountWire[]>(
  z.array(accountWire),
  (list) => list.map(accountToWire),
  (list) => list.map(accountFromWire),
);
const account = firstItemReply(accountWire, accountToWire, accountFromWire);

/** The balance, and the passbook newest first. */
export const wallet = call({
  name: 'wallet',
  access: 'user',
  form: pageForm,
  reply: walletReply,
  done: 'common.ok',
});
/** Invoices, and the withdrawals beside them. */
export const paymentHistory = call({
  name: 'withdraw_payment_history',
  access: 'user',
  form: pageForm,
  reply: historyReply,
  done: 'common.ok',
});
export const withdrawRequest = call({
  name: 'withdraw_request',
  access: 'user',
  form: withdrawRequestForm,
  reply: firstItemReply(withdrawalWire, withdrawalToWire, withdrawalFromWire),
  done: 'payouts.requested',
  money: true,
});
export const bankAccountList = call({
  name: 'bank_account_list',
  access: 'user',
  form: noForm,
  reply: accounts,
  done: 'common.ok',
});
export const upiAccountList = call({
  name: 'UPI_account_list',
  access: 'user',
  form: noForm,
  reply: accounts,
  done: 'common.ok',
});
export const addBankAccount = call({
  name: 'add_bank_account',
  access: 'user',
  form: bankAccountForm,
  reply: account,
  done: 'payouts.bank_added',
});
export const addUpiAccount = call({
  name: 'add_upi_payout',
  access: 'user',
  form: upiAccountForm,
  reply: account,
  done: 'payouts.upi_added',
});
