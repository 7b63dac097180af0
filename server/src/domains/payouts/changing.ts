import type { BankAccountChange, PayoutAccount, UpiAccountChange } from '@fws/contract/payouts/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { publish } from '../../platform/realtime/index.ts';
import type { Destination } from '../../ports/payout-gateway.ts';
import { lockOwner } from '../identity/index.ts';
import { accountNumbers, destinationIn, type AccountNumbers } from './account-numbers.ts';
import { checkDestination, newDestination, presentAccount } from './accounts.ts';
import {
  lockAccount,
  savedAccounts,
  updateAccount,
  type AccountChange,
  type ShownAccountRow,
} from './accounts-store.ts';
import { bankOf } from './banks.ts';
import { askHolder, checkNameLater } from './holders.ts';
import { tellOwner } from './owner-alerts.ts';
import { bankNameFor, destinationText, isSameDestination } from './rules.ts';

const notFound = refuse('not_found', 'payouts.account_not_found');
const inUse = refuse('conflict', 'payouts.account_in_use');

/** A change that a user asks for. */
export type AccountEdit = { kind: 'bank'; form: BankAccountChange } | { kind: 'upi'; form: UpiAccountChange };

/** Runs before the owner is asked for a code. */
export async function mayChangeAccount(
  deps: Deps,
  userId: number,
  edit: AccountEdit,
): Promise<Outcome<null>> {
  const planned = await plan(deps.db, accountNumbers(deps.keyring), userId, edit);
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
  const numbers = accountNumbers(deps.keyring);
  const now = deps.ports.clock.now();
  const planned = await plan(deps.db, numbers, userId, edit);
  if (!planned.ok) return planned;
  const { destination: askedAbout, moves } = planned.value;
  const asked = moves ? await askHolder(deps, userId, askedAbout) : null;
  if (asked && !asked.ok) return asked;
  return inTx(deps.db, async (tx) => {
    await lockOwner(tx, userId);
    await lockAccount(tx, { userId, id: edit.form.accountId, kind: edit.kind });
    // Another call may have changed the account since, so the bank may have been asked about another destination.
    const current = await plan(tx, numbers, userId, edit);
    if (!current.ok) return current;
    const { account, destination } = current.value;
    const details = { ...shownDetails(account, edit), ...storedDestination(numbers, account, destination) };
    if (!current.value.moves) {
      await updateAccount(tx, account.id, details);
      return done(presentAccount({ ...account, ...details }, { now, stopped: false }));
    }
    const isAsked = asked !== null && isSameDestination(askedAbout, destination);
    const holder = isAsked ? asked.value : { name: '', answered: false };
    const change = { ...details, ...(await newDestination(deps, tx, userId, holder, now)) };
    await updateAccount(tx, account.id, change);
    const changed: ShownAccountRow = { ...account, ...change };
    await checkNameLater(tx, changed, holder, now);
    await tellOwner(tx, 'payout_account_changed', changed, now, { before: destinationText(account) });
    await publish(tx, { users: [userId], topic: 'wallet', id: null });
    return done(presentAccount(changed, { now, stopped: false }));
  });
}

/** The destination after the edit and whether it is a new one; a refusal when the edit is not allowed. */
async function plan(
  db: Db | Tx,
  numbers: AccountNumbers,
  userId: number,
  edit: AccountEdit,
): Promise<Outcome<{ account: ShownAccountRow; destination: Destination; moves: boolean }>> {
  const accounts = await savedAccounts(db, userId);
  const account = accounts.find(({ id, kind }) => id === edit.form.accountId && kind === edit.kind);
  if (!account) return notFound;
  const present = destinationIn(numbers, account);
  const destination = destinationAfter(present, edit);
  const others = accounts.filter((row) => row !== account);
  const allowed = await checkDestination(db, numbers, userId, others, destination);
  if (!allowed.ok) return allowed;
  const moves = !isSameDestination(present, destination);
  return moves && account.in_flight ? inUse : done({ account, destination, moves });
}

function destinationAfter(present: Destination, edit: AccountEdit): Destination {
  if (edit.kind === 'upi') return { kind: 'upi', vpa: edit.form.upiId };
  // The form does not show the number, so an empty field keeps the stored one.
  const kept = present.kind === 'bank' ? present.accountNumber : '';
  return { kind: 'bank', accountNumber: edit.form.accountNumber || kept, ifsc: edit.form.ifsc };
}

const shownDetails = (account: ShownAccountRow, edit: AccountEdit): AccountChange =>
  edit.kind === 'upi'
    ? { address: edit.form.address }
    : {
        bank_name: bankNameFor({ ifsc: account.ifsc, bankName: account.bank_name }, edit.form, bankOf),
        holder_name: edit.form.holderName,
        address: edit.form.address,
      };

/** Empty when the destination stays the same, so that a UPI ID keeps its original letter case. */
function storedDestination(
  numbers: AccountNumbers,
  account: ShownAccountRow,
  destination: Destination,
): AccountChange {
  if (isSameDestination(destinationIn(numbers, account), destination)) return {};
  return destination.kind === 'bank'
    ? { ...numbers.toStore(destination.accountNumber), ifsc: destination.ifsc }
    : { upi_id: destination.vpa };
}
