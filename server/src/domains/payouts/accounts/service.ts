import { randomUUID } from 'node:crypto';
import type { PayoutAccount, BankAccount, UpiAccount } from '@fws/contract/payouts/schemas';
import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { loadSettings } from '../../../platform/settings.ts';
import type { Destination } from '../../../ports/payout-gateway.ts';
import { getAccessChanges, lockOwner, getWithdrawalsStoppedAt } from '../../identity/index.ts';
import { getIdentity } from '../../kyc/index.ts';
import { applyRest, findAccessRest, type AccessRest } from '../access-rest/rules.ts';
import { createAccountNumbers, toDestination, type AccountNumbers } from '../account-numbers/service.ts';
import { insertAccount, listSavedAccounts, type AccountWithInFlight } from './store.ts';
import { findBankName } from '../banks/rules.ts';
import { fetchHolder, scheduleNameCheck, type Holder } from '../holders/service.ts';
import { alertAccountOwner } from '../owner-alerts/service.ts';
import { isSameDestination, calculateUsableFrom, findWaitReason } from '../withdrawals/rules.ts';
import { mayChangeAccounts } from '../policy.ts';
import { recordDestination } from '../signals/service.ts';

/** Limits the account lists, which are not paged. */
const ACCOUNTS_MAX = 20;

export async function listAccounts(
  deps: Deps,
  userId: number,
  kind: 'bank' | 'upi',
): Promise<PayoutAccount[]> {
  const ability = mayChangeAccounts(await getWithdrawalsStoppedAt(deps.db, userId));
  const rest = findAccessRest(await getAccessChanges(deps.db, userId));
  const rows = await listSavedAccounts(deps.db, userId, kind);
  return rows.map((row) => toPayoutAccount(row, { now: deps.ports.clock.now(), ability, rest }));
}

/** An account that a user asks to add. */
export interface NewAccount {
  destination: Destination;
  bankName: string;
  /** As typed. It has no effect on the wait. */
  holderName: string;
  address: string;
}

export const toNewBankAccount = (form: BankAccount): NewAccount => ({
  destination: { kind: 'bank', accountNumber: form.accountNumber, ifsc: form.ifsc },
  bankName: form.bankName || findBankName(form.ifsc),
  holderName: form.holderName,
  address: form.address,
});

export const toNewUpiAccount = (form: UpiAccount): NewAccount => ({
  destination: { kind: 'upi', vpa: form.upiId },
  bankName: '',
  holderName: '',
  address: form.address,
});

/** Runs before the owner is asked for a code and before the name check at the bank, which costs money. */
export const checkCanAddAccount = (deps: Deps, userId: number, account: NewAccount): Promise<Outcome<null>> =>
  checkAddition(deps.db, createAccountNumbers(deps.keyring), userId, account.destination);

/** Call it only after the owner has confirmed with a code. */
export async function addAccount(
  deps: Deps,
  userId: number,
  account: NewAccount,
): Promise<Outcome<PayoutAccount>> {
  const numbers = createAccountNumbers(deps.keyring);
  const now = deps.ports.clock.now();
  const holderOutcome = await fetchHolder(deps, userId, account.destination);
  if (!holderOutcome.ok) return holderOutcome;
  return inTx(deps.db, async (tx) => {
    await lockOwner(tx, userId);
    const allowed = await checkAddition(tx, numbers, userId, account.destination);
    if (!allowed.ok) return allowed;
    const { destination } = account;
    const row = await insertAccount(tx, {
      user_id: userId,
      kind: destination.kind,
      ...(destination.kind === 'bank'
        ? { ...numbers.toStore(destination.accountNumber), ifsc: destination.ifsc }
        : { upi_id: destination.vpa }),
      bank_name: account.bankName,
      holder_name: account.holderName,
      address: account.address,
      created_at: now,
      ...(await buildDestinationFields(deps, tx, userId, holderOutcome.value, now)),
    });
    await recordDestination(deps, tx, userId, destination);
    await scheduleNameCheck(tx, row, holderOutcome.value, now);
    await alertAccountOwner(tx, 'payout_account_added', row, now);
    await publish(tx, { users: [userId], topic: 'wallet', id: null });
    const rest = findAccessRest(await getAccessChanges(tx, userId));
    return done(toPayoutAccount(row, { now, ability: { allowed: true }, rest }));
  });
}

/**
 * The columns that are set anew when an account is added or its destination changes: the holder's name at the bank, when
 * the account can be used, and the beneficiary id at the provider. Read the identity in this transaction: the owner may
 * have been verified while the bank was asked.
 */
export async function buildDestinationFields(deps: Deps, tx: Tx, userId: number, holder: Holder, now: Date) {
  const { payout_account_wait_hours: hours } = await loadSettings(tx, deps.config, now);
  const reason = findWaitReason(await getIdentity(tx, userId), holder.name);
  return {
    name_at_bank: holder.name,
    wait_reason: reason,
    usable_from: calculateUsableFrom(reason, now, hours * 3600_000),
    beneficiary_id: `ben_${randomUUID().replaceAll('-', '')}`,
    registered_at: null,
    first_used_at: null,
    destination_at: now,
    // The caller records its signal.
    signal_key_id: deps.keyring.current.id,
  };
}

async function checkAddition(
  db: Db | Tx,
  numbers: AccountNumbers,
  userId: number,
  destination: Destination,
): Promise<Outcome<null>> {
  const accounts = await listSavedAccounts(db, userId);
  const allowed = await checkDestination(db, numbers, userId, accounts, destination);
  if (!allowed.ok) return allowed;
  return accounts.length < ACCOUNTS_MAX
    ? allowed
    : refuse('conflict', 'payouts.too_many_accounts', { values: { maximum: ACCOUNTS_MAX } });
}

/** Refuses while withdrawals are stopped, or when one of the owner's `others` already has this destination. */
export async function checkDestination(
  db: Db | Tx,
  numbers: AccountNumbers,
  userId: number,
  others: readonly AccountWithInFlight[],
  destination: Destination,
): Promise<Outcome<null>> {
  const ability = mayChangeAccounts(await getWithdrawalsStoppedAt(db, userId));
  if (!ability.allowed) return refuse('forbidden', ability.reason);
  if (!others.some((row) => isSameDestination(toDestination(numbers, row), destination))) return done(null);
  const field = destination.kind === 'bank' ? 'accountNumber' : 'upiId';
  return refuseField(field, 'payouts.account_exists');
}

/** The account as clients see it. Of its number only the last four digits leave the server. */
export const toPayoutAccount = (
  saved: AccountWithInFlight,
  { now, ability, rest }: { now: Date; ability: Ability; rest: AccessRest | null },
): PayoutAccount => {
  const row = applyRest(saved, rest);
  const isWaiting = row.usable_from > now;
  return {
    id: row.id,
    kind: row.kind,
    accountEnding: row.account_ending,
    ifsc: row.ifsc,
    bankName: row.bank_name,
    upiId: row.upi_id,
    holderName: row.kind === 'upi' ? row.name_at_bank : row.holder_name,
    nameAtBank: row.name_at_bank,
    address: row.address,
    usableFrom: isWaiting ? row.usable_from.toISOString() : null,
    waitReason: isWaiting ? row.wait_reason : null,
    change: ability.allowed ? allowIf(!row.in_flight, 'payouts.account_in_use') : ability,
    remove: allowIf(!row.in_flight, 'payouts.account_in_use_remove'),
  };
};
