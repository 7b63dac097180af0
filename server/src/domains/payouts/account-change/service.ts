import type { PayoutAccount, BankAccountChange, UpiAccountChange } from '@fws/contract/payouts/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Destination } from '../../../ports/payout-gateway.ts';
import { getAccessChanges, lockOwner } from '../../identity/index.ts';
import { findAccessRest } from '../access-rest/rules.ts';
import { createAccountNumbers, toDestination, type AccountNumbers } from '../account-numbers/service.ts';
import { buildDestinationFields, checkDestination, toPayoutAccount } from '../accounts/service.ts';
import {
  lockAccount,
  listSavedAccounts,
  updateAccount,
  type AccountChange,
  type AccountWithInFlight,
} from '../accounts/store.ts';
import { findBankName } from '../banks/rules.ts';
import { fetchHolder, scheduleNameCheck } from '../holders/service.ts';
import { alertAccountOwner } from '../owner-alerts/service.ts';
import { resolveBankName, formatDestination, isSameDestination } from '../withdrawals/rules.ts';
import { recordDestination } from '../signals/service.ts';

const notFound = refuse('not_found', 'payouts.account_not_found');
const inUse = refuse('conflict', 'payouts.account_in_use');

/** A change that a user asks for. */
export type AccountEdit = { kind: 'bank'; form: BankAccountChange } | { kind: 'upi'; form: UpiAccountChange };

/** Runs before the owner is asked for a code. */
export async function checkCanChangeAccount(
  deps: Deps,
  userId: number,
  edit: AccountEdit,
): Promise<Outcome<null>> {
  const planned = await planChange(deps.db, createAccountNumbers(deps.keyring), userId, edit);
  return planned.ok ? done(null) : planned;
}

/**
 * Call it only after the owner has confirmed with a code. If the destination changes, the bank is asked for its holder.
 * Repeating a change has no effect: the account is not registered with the provider again and the wait does not restart.
 */
export async function changeAccount(
  deps: Deps,
  userId: number,
  edit: AccountEdit,
): Promise<Outcome<PayoutAccount>> {
  const numbers = createAccountNumbers(deps.keyring);
  const now = deps.ports.clock.now();
  const planned = await planChange(deps.db, numbers, userId, edit);
  if (!planned.ok) return planned;
  const { destination: checkedDestination, isNewDestination } = planned.value;
  const holderOutcome = isNewDestination ? await fetchHolder(deps, userId, checkedDestination) : null;
  if (holderOutcome && !holderOutcome.ok) return holderOutcome;
  return inTx(deps.db, async (tx) => {
    await lockOwner(tx, userId);
    await lockAccount(tx, { userId, id: edit.form.accountId, kind: edit.kind });
    // Another call may have changed the account since, so the bank may have been asked about another destination.
    const current = await planChange(tx, numbers, userId, edit);
    if (!current.ok) return current;
    const { account, destination } = current.value;
    const details = {
      ...toDetailColumns(account, edit),
      ...toDestinationColumns(numbers, account, destination),
    };
    const rest = findAccessRest(await getAccessChanges(tx, userId));
    if (!current.value.isNewDestination) {
      await updateAccount(tx, account.id, details);
      return done(toPayoutAccount({ ...account, ...details }, { now, ability: { allowed: true }, rest }));
    }
    const isSameAsChecked = holderOutcome !== null && isSameDestination(checkedDestination, destination);
    const holder = isSameAsChecked ? holderOutcome.value : { name: '', answered: false };
    const change = { ...details, ...(await buildDestinationFields(deps, tx, userId, holder, now)) };
    await updateAccount(tx, account.id, change);
    await recordDestination(deps, tx, userId, destination);
    const changedAccount: AccountWithInFlight = { ...account, ...change };
    await scheduleNameCheck(tx, changedAccount, holder, now);
    await alertAccountOwner(tx, 'payout_account_changed', changedAccount, now, {
      before: formatDestination(account),
    });
    await publish(tx, { users: [userId], topic: 'wallet', id: null });
    return done(toPayoutAccount(changedAccount, { now, ability: { allowed: true }, rest }));
  });
}

/** The destination after the edit and whether it is a new one; a refusal when the edit is not allowed. */
async function planChange(
  db: Db | Tx,
  numbers: AccountNumbers,
  userId: number,
  edit: AccountEdit,
): Promise<Outcome<{ account: AccountWithInFlight; destination: Destination; isNewDestination: boolean }>> {
  const accounts = await listSavedAccounts(db, userId);
  const account = accounts.find(({ id, kind }) => id === edit.form.accountId && kind === edit.kind);
  if (!account) return notFound;
  const currentDestination = toDestination(numbers, account);
  const destination = buildChangedDestination(currentDestination, edit);
  const others = accounts.filter((row) => row !== account);
  const allowed = await checkDestination(db, numbers, userId, others, destination);
  if (!allowed.ok) return allowed;
  const isNewDestination = !isSameDestination(currentDestination, destination);
  return isNewDestination && account.in_flight ? inUse : done({ account, destination, isNewDestination });
}

function buildChangedDestination(currentDestination: Destination, edit: AccountEdit): Destination {
  if (edit.kind === 'upi') return { kind: 'upi', vpa: edit.form.upiId };
  // The form does not show the number, so an empty field keeps the stored one.
  const currentNumber = currentDestination.kind === 'bank' ? currentDestination.accountNumber : '';
  return { kind: 'bank', accountNumber: edit.form.accountNumber || currentNumber, ifsc: edit.form.ifsc };
}

const toDetailColumns = (account: AccountWithInFlight, edit: AccountEdit): AccountChange =>
  edit.kind === 'upi'
    ? { address: edit.form.address }
    : {
        bank_name: resolveBankName(
          { ifsc: account.ifsc, bankName: account.bank_name },
          edit.form,
          findBankName,
        ),
        holder_name: edit.form.holderName,
        address: edit.form.address,
      };

/** Empty when the destination stays the same, so that a UPI ID keeps its original letter case. */
function toDestinationColumns(
  numbers: AccountNumbers,
  account: AccountWithInFlight,
  destination: Destination,
): AccountChange {
  if (isSameDestination(toDestination(numbers, account), destination)) return {};
  return destination.kind === 'bank'
    ? { ...numbers.toStore(destination.accountNumber), ifsc: destination.ifsc }
    : { upi_id: destination.vpa };
}
