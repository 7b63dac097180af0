import { done, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Destination } from '../../../ports/payout-gateway.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { getIdentity } from '../../kyc/index.ts';
import { createAccountNumbers, toDestination } from '../account-numbers/service.ts';
import {
  getAccount,
  lockAccount,
  listSavedAccounts,
  updateAccount,
  type AccountRow,
} from '../accounts/store.ts';
import { calculateNextNameCheckTime, shortenWait, findWaitReason } from '../withdrawals/rules.ts';
import { LIMITS } from '../limits.ts';

/** The holder of an account, as its bank names them. */
export interface Holder {
  /** Empty when the bank gave none. */
  name: string;
  /** False when the bank was not asked or did not answer. */
  answered: boolean;
}

const NOT_ASKED: Holder = { name: '', answered: false };

/** Call it outside of transactions. Users who are not verified have no name to compare, so their bank is not asked. */
export async function fetchHolder(
  deps: Deps,
  userId: number,
  destination: Destination,
): Promise<Outcome<Holder>> {
  const identity = await getIdentity(deps.db, userId);
  if (identity.state !== 'verified') return done(NOT_ASKED);
  const now = deps.ports.clock.now();
  const attempt = await inTx(deps.db, (tx) =>
    countAttempt(tx, deps.config.limits.get(LIMITS.name_check_user), String(userId), now),
  );
  return attempt.ok ? done(await fetchHolderFromBank(deps, destination, identity.name)) : attempt;
}

async function fetchHolderFromBank(
  deps: Deps,
  destination: Destination,
  identityName: string,
): Promise<Holder> {
  try {
    const nameCheck = await deps.ports.payouts.checkName(destination, identityName);
    return { name: nameCheck?.nameAtBank.trim() ?? '', answered: true };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('account name check got no answer', { code: error.code });
    return NOT_ASKED;
  }
}

/** Schedules another check if the bank did not answer: about the account as it is now, for up to a day. */
export async function scheduleNameCheck(
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'beneficiary_id' | 'wait_reason'>,
  holder: Holder,
  now: Date,
  since = now,
): Promise<void> {
  const runAt = calculateNextNameCheckTime(since, now);
  if (holder.answered || account.wait_reason !== 'no_answer' || runAt === null) return;
  const { id, beneficiary_id: beneficiaryId } = account;
  const payload = { accountId: id, beneficiaryId, since: since.toISOString() };
  await enqueue(tx, 'check_account_name', payload, { runAt, key: `account-name:${id}` });
}

/** Task: asks the bank for the holder again. `since`: when the bank was first asked. */
export async function checkAccountName(
  deps: Deps,
  { accountId, beneficiaryId, since }: { accountId: number; beneficiaryId: string; since: Date },
): Promise<void> {
  const account = await getAccount(deps.db, accountId);
  // An account that has changed since was checked at that time.
  if (account.beneficiary_id === beneficiaryId) await decideWait(deps, account, since);
}

/** Task: runs once the owner's identity is verified. Names can now be compared, so every wait is decided again. */
export async function decideWaits(deps: Deps, userId: number): Promise<void> {
  const now = deps.ports.clock.now();
  for (const account of await listSavedAccounts(deps.db, userId))
    if (account.usable_from > now || account.name_at_bank === '') await decideWait(deps, account, now);
}

async function decideWait(deps: Deps, account: AccountRow, since: Date): Promise<void> {
  const identity = await getIdentity(deps.db, account.user_id);
  if (account.removed_at !== null || identity.state !== 'verified') return;
  const holder: Holder =
    account.name_at_bank === ''
      ? await fetchHolderFromBank(
          deps,
          toDestination(createAccountNumbers(deps.keyring), account),
          identity.name,
        )
      : { name: account.name_at_bank, answered: true };
  const now = deps.ports.clock.now();
  await inTx(deps.db, async (tx) => {
    const locked = await lockAccount(tx, { userId: account.user_id, id: account.id });
    if (locked?.beneficiary_id !== account.beneficiary_id) return;
    const reason = findWaitReason(await getIdentity(tx, account.user_id), holder.name);
    const change = { name_at_bank: holder.name, ...shortenWait(locked, reason, now) };
    await updateAccount(tx, locked.id, change);
    await scheduleNameCheck(tx, { ...locked, ...change }, holder, now, since);
    await publish(tx, { users: [account.user_id], topic: 'wallet', id: null });
  });
}
