import { useMutation } from '@tanstack/react-query';
import {
  addBankAccount,
  addUpiAccount,
  bankAccountList,
  earningsByMonth,
  paymentHistory,
  removePayoutAccount,
  updateBankAccount,
  updateUpiAccount,
  upiAccountList,
  wallet,
  withdrawRequest,
} from '@fws/contract/payouts/calls';
import { paymentReceipts } from '@fws/contract/contracts/calls';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';

export type AccountKind = PayoutAccount['kind'];

export const passbookPages = () => callPages('wallet', wallet, {});
/** What happened to the money that the user paid as a poster. */
export const receiptPages = () => callPages('contract', paymentReceipts, {});
export const paymentHistoryPages = () => callPages('wallet', paymentHistory, {});
export const earningsQuery = () => callQuery('wallet', earningsByMonth, {});
/** The amount that can be withdrawn, without the entries. */
export const walletBalanceQuery = () => callQuery('wallet', wallet, { limit: '1' });
export const savedAccountsQuery = (kind: AccountKind) =>
  callQuery('wallet', kind === 'bank' ? bankAccountList : upiAccountList, {});

export const saveBankAccount = (values: CallInput<typeof addBankAccount>) => callApi(addBankAccount, values);
export const saveUpi = (values: CallInput<typeof addUpiAccount>) => callApi(addUpiAccount, values);
export const changeBankAccount = (values: CallInput<typeof updateBankAccount>) =>
  callApi(updateBankAccount, values);
export const changeUpi = (values: CallInput<typeof updateUpiAccount>) => callApi(updateUpiAccount, values);

export function useRemoveAccount() {
  return useMutation({
    mutationFn: (id: number) => callApi(removePayoutAccount, { accountId: String(id) }),
    onSettled: () => refresh('wallet'),
  });
}

type WithdrawalInput = { amount: string; accountId: number; otp: string; idempotencyKey: string };

export function useWithdraw() {
  return useMutation({
    mutationFn: ({ amount, accountId, otp, idempotencyKey }: WithdrawalInput) =>
      callApi(withdrawRequest, { amountText: amount, accountId: String(accountId), otp }, { idempotencyKey }),
    // A refusal says that the wallet has changed.
    onSettled: () => void refresh('wallet'),
  });
}
