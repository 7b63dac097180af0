import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The balance, and the passbook newest first. */
export const wallet = call({
  name: 'wallet',
  access: 'user',
  reads: true,
  kept: true,
  scopes: ['suspended'],
  form: schema('page'),
  reply: schema('wallet'),
  done: 'common.ok',
});
/** What was released to the caller in each of the last twelve months, oldest first. */
export const earningsByMonth = call({
  name: 'earnings_by_month',
  access: 'user',
  reads: true,
  kept: true,
  reply: schema('earningsByMonth'),
  done: 'common.ok',
});
/** Invoices, and the withdrawals beside them. */
export const paymentHistory = call({
  name: 'withdraw_payment_history',
  access: 'user',
  reads: true,
  kept: true,
  scopes: ['suspended'],
  form: schema('page'),
  reply: schema('paymentHistory'),
  done: 'common.ok',
});
export const withdrawRequest = call({
  name: 'withdraw_request',
  access: 'user',
  reads: false,
  scopes: ['suspended'],
  form: schema('withdrawRequest'),
  reply: schema('withdrawal'),
  done: 'payouts.requested',
  money: true,
});
export const bankAccountList = call({
  name: 'bank_account_list',
  access: 'user',
  reads: true,
  kept: false,
  scopes: ['suspended'],
  reply: schema('accounts'),
  done: 'common.ok',
});
export const upiAccountList = call({
  name: 'UPI_account_list',
  access: 'user',
  reads: true,
  kept: false,
  scopes: ['suspended'],
  reply: schema('accounts'),
  done: 'common.ok',
});
/**
 * Adding and changing an account requires a one-time code given in the last ten minutes. Without one the reply is 403
 * with `step_up`, and the same call with `otp` succeeds.
 */
export const addBankAccount = call({
  name: 'add_bank_account',
  access: 'user',
  reads: false,
  scopes: ['suspended'],
  form: schema('bankAccount'),
  reply: schema('account'),
  done: 'payouts.bank_added',
});
export const addUpiAccount = call({
  name: 'add_upi_payout',
  access: 'user',
  reads: false,
  scopes: ['suspended'],
  form: schema('upiAccount'),
  reply: schema('account'),
  done: 'payouts.upi_added',
});
export const updateBankAccount = call({
  name: 'update_bank_account',
  access: 'user',
  reads: false,
  form: schema('bankAccountChange'),
  reply: schema('account'),
  done: 'payouts.bank_updated',
});
export const updateUpiAccount = call({
  name: 'update_upi_payout',
  access: 'user',
  reads: false,
  form: schema('upiAccountChange'),
  reply: schema('account'),
  done: 'payouts.upi_updated',
});
/** Removes a bank account or a UPI ID, but not while money is on its way there. It may be added again. */
export const removePayoutAccount = call({
  name: 'remove_payout_account',
  access: 'user',
  reads: false,
  form: schema('accountToRemove'),
  done: 'payouts.account_removed',
});
/** The deductions from a release today, shown to workers before they quote. */
export const feeShares = call({
  name: 'fee_shares',
  access: 'user',
  reads: true,
  kept: true,
  reply: schema('currentFeeShares'),
  done: 'common.ok',
});
