import {
  addBankAccount,
  addUpiAccount,
  bankAccountList,
  feeShares,
  paymentHistory,
  updateBankAccount,
  updateUpiAccount,
  upiAccountList,
  wallet,
  withdrawRequest,
} from '@fws/contract/payouts/calls';
import { formatRupees } from '@fws/contract/platform/display';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import { moneyCommand } from '../../platform/http/idempotency.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { requireRecentOtp } from '../../platform/http/step-up.ts';
import { ratesAt } from '../ledger/index.ts';
import * as accounts from './accounts.ts';
import { changeBankAccount, changeUpiAccount } from './changing.ts';
import * as invoices from './invoices.ts';
import { passbook } from './passbook.ts';
import { mayWithdraw, requestWithdrawal } from './withdrawals.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(feeShares, async () => done(await ratesAt(deps.db, deps.ports.clock.now()))),
  userRoute(wallet, (page, { caller, locale }) => passbook(deps, caller.userId, locale, page)),
  userRoute(paymentHistory, (page, { caller, locale }) =>
    invoices.paymentHistory(deps, caller.userId, locale, page),
  ),
  userRoute(bankAccountList, async (_, { caller }) =>
    done(await accounts.listAccounts(deps, caller.userId, 'bank')),
  ),
  userRoute(upiAccountList, async (_, { caller }) =>
    done(await accounts.listAccounts(deps, caller.userId, 'upi')),
  ),
  userRoute(addBankAccount, (form, { caller }) => accounts.addBankAccount(deps, caller.userId, form)),
  userRoute(addUpiAccount, (form, { caller }) => accounts.addUpiAccount(deps, caller.userId, form)),
  userRoute(updateBankAccount, (form, { caller }) => changeBankAccount(deps, caller.userId, form)),
  userRoute(updateUpiAccount, (form, { caller }) => changeUpiAccount(deps, caller.userId, form)),
  userRoute(withdrawRequest, async ({ otp, ...command }, context) => {
    const asked = {
      ...command,
      userId: context.caller.userId,
      provider: deps.ports.payouts.provider,
      now: deps.ports.clock.now(),
    };
    const allowed = await mayWithdraw(deps.db, asked);
    if (!allowed.ok) return allowed;
    // Money leaves only a session that gave a password or code lately.
    const confirmed = await requireRecentOtp(context, otp, asked.now, 'payouts.confirm_first');
    if (!confirmed.ok) return confirmed;
    return moneyCommand(deps.db, context.idempotency, async (tx) => {
      const requested = await requestWithdrawal(tx, asked, context.locale);
      if (!requested.ok) return requested;
      const { amountPaise, to } = requested.value;
      const values = { amount: formatRupees(amountPaise), to };
      return { ...requested, message: { code: 'payouts.requested', values } };
    });
  }),
];
