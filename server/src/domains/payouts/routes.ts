import {
  addBankAccount,
  addUpiAccount,
  bankAccountList,
  earningsByMonth,
  feeShares,
  paymentHistory,
  removePayoutAccount,
  updateBankAccount,
  updateUpiAccount,
  upiAccountList,
  wallet,
  withdrawRequest,
} from '@fws/contract/payouts/calls';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import type { Caller } from '../../platform/caller.ts';
import { userRoute, type Context, type Route } from '../../platform/http/route.ts';
import { requireRecentOtp } from '../../platform/http/step-up.ts';
import { findRatesAt } from '../ledger/index.ts';
import * as accounts from './accounts/service.ts';
import { changeAccount, checkCanChangeAccount, type AccountEdit } from './account-change/service.ts';
import { readEarningsByMonth } from './earnings/service.ts';
import * as invoices from './invoices/service.ts';
import { getPassbook } from './passbook/service.ts';
import { removeAccount } from './account-removal/service.ts';
import { checkCanWithdraw, requestWithdrawal } from './withdrawals/service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(feeShares, async () => done(await findRatesAt(deps.db, deps.ports.clock.now()))),
  userRoute(wallet, (page, { caller, locale }) => getPassbook(deps, caller.userId, locale, page)),
  userRoute(earningsByMonth, async (_, { caller }) => done(await readEarningsByMonth(deps, caller.userId))),
  userRoute(paymentHistory, (page, { caller, locale }) =>
    invoices.getPaymentHistory(deps, caller.userId, locale, page),
  ),
  userRoute(bankAccountList, async (_, { caller }) =>
    done(await accounts.listAccounts(deps, caller.userId, 'bank')),
  ),
  userRoute(upiAccountList, async (_, { caller }) =>
    done(await accounts.listAccounts(deps, caller.userId, 'upi')),
  ),
  userRoute(addBankAccount, ({ otp, ...form }, context) =>
    add(deps, context, otp, accounts.toNewBankAccount(form)),
  ),
  userRoute(addUpiAccount, ({ otp, ...form }, context) =>
    add(deps, context, otp, accounts.toNewUpiAccount(form)),
  ),
  userRoute(updateBankAccount, ({ otp, ...form }, context) =>
    change(deps, context, otp, { kind: 'bank', form }),
  ),
  userRoute(updateUpiAccount, ({ otp, ...form }, context) =>
    change(deps, context, otp, { kind: 'upi', form }),
  ),
  userRoute(removePayoutAccount, ({ accountId }, { caller }) =>
    removeAccount(deps, caller.userId, accountId),
  ),
  userRoute(withdrawRequest, async ({ otp, ...command }, context) => {
    const params = {
      ...command,
      userId: context.caller.userId,
      provider: deps.ports.payouts.provider,
      now: deps.ports.clock.now(),
    };
    const allowed = await checkCanWithdraw(deps.db, params);
    if (!allowed.ok) return allowed;
    // A withdrawal requires a session that was recently confirmed with a code.
    const confirmed = await requireRecentOtp(context, otp, params.now, 'payouts.confirm_first');
    if (!confirmed.ok) return confirmed;
    return requestWithdrawal(deps, params, context);
  }),
];

type SignedInContext = Context & { caller: Caller };

// Adding or changing an account requires a one-time code. Anything that would be refused is refused before that.

/** A UPI ID is shown as it will be paid to before a code is asked for: spaces that were typed are gone by now. */
const requireCodeForAccount = (deps: Deps, context: SignedInContext, otp: string, upiId: string | null) =>
  upiId === null
    ? requireRecentOtp(context, otp, deps.ports.clock.now(), 'payouts.confirm_first')
    : requireRecentOtp(context, otp, deps.ports.clock.now(), 'payouts.confirm_upi_first', { upiId });

async function add(
  deps: Deps,
  context: SignedInContext,
  otp: string,
  account: accounts.NewAccount,
): Promise<Outcome<PayoutAccount>> {
  const { userId } = context.caller;
  const allowed = await accounts.checkCanAddAccount(deps, userId, account);
  if (!allowed.ok) return allowed;
  const upiId = account.destination.kind === 'upi' ? account.destination.vpa : null;
  const confirmed = await requireCodeForAccount(deps, context, otp, upiId);
  return confirmed.ok ? accounts.addAccount(deps, userId, account) : confirmed;
}

async function change(
  deps: Deps,
  context: SignedInContext,
  otp: string,
  edit: AccountEdit,
): Promise<Outcome<PayoutAccount>> {
  const { userId } = context.caller;
  const allowed = await checkCanChangeAccount(deps, userId, edit);
  if (!allowed.ok) return allowed;
  const upiId = edit.kind === 'upi' ? edit.form.upiId : null;
  const confirmed = await requireCodeForAccount(deps, context, otp, upiId);
  return confirmed.ok ? changeAccount(deps, userId, edit) : confirmed;
}
