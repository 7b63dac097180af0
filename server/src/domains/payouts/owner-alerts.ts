import type { AlertFacts, AlertKind } from '@fws/contract/identity/model';
import type { Tx } from '../../platform/db/index.ts';
import { recordSecurityEvent } from '../../platform/security-log.ts';
import { alertOwner } from '../identity/index.ts';
import type { AccountRow } from './accounts-store.ts';
import { bankNameOf } from './rules.ts';

type AccountEvent = Extract<AlertKind, `payout_account_${string}`>;

/** Alerts the owner on every channel, with a way to stop it, and writes to the security log. */
export async function tellOwner(
  tx: Tx,
  kind: AccountEvent,
  account: AccountRow,
  now: Date,
  more: Omit<AlertFacts, 'account'> = {},
): Promise<void> {
  const { id, user_id: userId } = account;
  const named = {
    kind: account.kind,
    bankName: bankNameOf(account),
    ending: account.account_ending,
    upiId: account.upi_id,
    nameAtBank: account.name_at_bank,
  };
  await alertOwner(tx, { userId, kind, subjectId: id, facts: { account: named, ...more } }, now);
  await recordSecurityEvent(tx, { kind, userId, details: { accountId: id } }, now);
}
