import { addBankAccount, addUpiAccount, withdrawRequest } from '@fws/contract/payouts/calls';
import type { PayoutAccount, Withdrawal } from '@fws/contract/payouts/schemas';
import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';
import { inTx } from '../src/platform/db/index.ts';
import { enqueue } from '../src/platform/queue/index.ts';
import { loadKeyring } from '../src/platform/keys.ts';
import { getBalance, toWalletAccount } from '../src/domains/ledger/index.ts';
import { createAccountNumbers } from '../src/domains/payouts/account-numbers/service.ts';
import type { TestUser, WireAnswer } from './user.ts';
import { waitFor } from './wait.ts';
import type { World } from './world.ts';

/** Steps of a withdrawal, for tests. */

/** Usable at once: the sandbox bank returns the user's verified name, unless the number's ending selects another. */
export const createBankAccount = (
  user: TestUser,
  accountNumber: string,
  options: { holderName?: string; ifsc?: string; bankName?: string } = {},
): Promise<PayoutAccount> =>
  user.done(addBankAccount, {
    accountNumber,
    confirmAccountNumber: accountNumber,
    ifsc: options.ifsc ?? 'SBIN0001234',
    bankName: options.bankName ?? '',
    holderName: options.holderName ?? `${user.firstName} Kumar`,
    address: '',
  });

export const createUpiAccount = (user: TestUser, upiId: string): Promise<PayoutAccount> =>
  user.done(addUpiAccount, { upiId, address: '' });

export const readAccountRow = (world: World, id: number) =>
  world.db.selectFrom('payout_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The full number of a bank account, which only the server can decrypt. */
export const readStoredNumber = async (world: World, id: number): Promise<string> =>
  createAccountNumbers(loadKeyring({ secret: null, previousSecrets: [], dataDir: world.dataDir })).read(
    await readAccountRow(world, id),
  );

/** Ends the waiting period of the account. */
export async function endWait(world: World, id: number): Promise<void> {
  await world.db
    .updateTable('payout_account')
    .set({ usable_from: world.clock.now() })
    .where('id', '=', id)
    .execute();
}

export const withdraw = (
  user: TestUser,
  accountId: number,
  rupees: string,
  options: { otp?: string; headers?: Record<string, string> } = {},
): Promise<WireAnswer> =>
  user.call(
    withdrawRequest,
    { amountText: rupees, accountId: String(accountId), otp: options.otp ?? '' },
    options.headers ? { headers: options.headers } : {},
  );

/** The id in the answer of a successful `withdraw`. */
export function parseWithdrawalId(answer: WireAnswer): number {
  const withdrawal = answer.data as Withdrawal | null;
  if (!withdrawal) throw new Error(`no withdrawal in the answer: ${answer.message}`);
  return withdrawal.id;
}

export const readWithdrawalRow = (world: World, id: number) =>
  world.db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export async function waitForWithdrawal(world: World, id: number, state: WithdrawalState): Promise<void> {
  await waitFor(
    `withdrawal ${id} to be ${state}`,
    async () => (await readWithdrawalRow(world, id)).state === state,
  );
}

/** Waits until a transfer that the provider did not confirm is postponed for a later check. */
export async function waitForPostponement(world: World, id: number): Promise<void> {
  await waitFor(`withdrawal ${id} to wait`, async () => {
    const { state, sending_until: sendingUntil } = await readWithdrawalRow(world, id);
    return state === 'processing' && sendingUntil === null;
  });
}

/** Runs the next task of the withdrawal now instead of when it is due. */
export const advanceWithdrawal = (world: World, id: number): Promise<void> =>
  inTx(world.db, (tx) =>
    enqueue(tx, 'advance_withdrawal', { withdrawalId: id }, { key: `withdrawal:${id}` }),
  );

export const readWalletPaise = (world: World, user: TestUser): Promise<number> =>
  getBalance(world.db, toWalletAccount(user.id));

/** Calls the control API of the sandbox. */
export async function controlSandbox(world: World, path: string, body: object = {}): Promise<void> {
  const response = await fetch(`${world.sandboxUrl}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`/control/${path} answered ${response.status}`);
}

export async function listWithdrawalNotifications(world: World, user: TestUser): Promise<string[]> {
  const rows = await world.db
    .selectFrom('notification')
    .select('type')
    .where('user_id', '=', user.id)
    .where('type', 'like', 'withdrawal%')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.type);
}
