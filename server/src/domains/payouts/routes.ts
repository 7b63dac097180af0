import {
  addBankAccount,
  addUpiAccount,
  bankAccountList,
  feeShares,
  paymentHistory,
  removePayoutAccount,
  updateBankAccount,
  updateUpiAccount,
  upiAccountList,
  wallet,
  withdrawRequest,
} from '@fws/contract/payouts/calls';
import { formatRupees } from '@fws/contract/platform/display';
import type { PayoutAccount } from '@fws/contract/payouts/model';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import type { Caller } from '../../platform/http/auth.ts';
import { moneyCommand } from '../../platform/http/idempotency.ts';
import { userRoute, type Context, type Route } from '../../platform/http/route.ts';
import { requireRecentOtp } from '../../platform/http/step-up.ts';
import { ratesAt } from '../ledger/index.ts';
import * as accounts from './accounts.ts';
import { changeAccount, mayChangeAccount, type AccountEdit } from './changing.ts';
import * as invoices from './invoices.ts';
import { passbook } from './passbook.ts';
import { removeAccount } from './removing.ts';
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
  userRoute(addBankAccount, ({ otp, ...form }, context) =>
    add(deps, context, otp, accounts.newBankAccount(form)),
  ),
  userRoute(addUpiAccount, ({ otp, ...form }, context) =>
    add(deps, context, otp, accounts.newUpiAccount(form)),
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
    const asked = {
      ...command,
      userId: context.caller.userId,
      provider: deps.ports.payouts.provider,
      now: deps.ports.clock.now(),
    };
    const allowed = await mayWithdraw(deps.db, asked);
    if (!allowed.ok) return allowed;
    // A withdrawal requires a session that was recently confirmed with a code.
    const confirmed = await requireRecentOtp(context, otp, asked.now, 'payouts.confirm_first');
    if (!confirmed.ok) return confirmed;
    return moneyCommand(deps.db, context.idempotency, async (tx) => {
      const requested = await requestWithdrawal(tx, asked, context.locale);
      if (!requested.ok) return requested;
      const { amountPaise, to, reason } = requested.value;
      const values = { amount: formatRupees(amountPaise), to };
      // A new withdrawal can have only one reason: payouts are paused.
      const code = reason === null ? 'payouts.requested' : 'payouts.requested_paused';
      return { ...requested, message: { code, values } };
    });
  }),
];

type Signed = Context & { caller: Caller };

// Adding or changing an account requires a one-time code. Anything that would be refused is refused before that.

async function add(
  deps: Deps,
  context: Signed,
  otp: string,
  account: accounts.NewAccount,
): Promise<Outcome<PayoutAccount>> {
  const { userId } = context.caller;
  const allowed = await accounts.mayAddAccount(deps, userId, account);
  if (!allowed.ok) return allowed;
  const confirmed = await requireRecentOtp(context, otp, deps.ports.clock.now(), 'payouts.confirm_first');
  return confirmed.ok ? accounts.addAccount(deps, userId, account) : confirmed;
}

async function change(
  deps: Deps,
  context: Signed,
  otp: string,
  edit: AccountEdit,
): Promise<Outcome<PayoutAccount>> {
  const { userId } = context.caller;
  const allowed = await mayChangeAccount(deps, userId, edit);
  if (!allowed.ok) return allowed;
  const confirmed = await requireRecentOtp(context, otp, deps.ports.clock.now(), 'payouts.confirm_first');
  return confirmed.ok ? changeAccount(deps, userId, edit) : confirmed;
}
