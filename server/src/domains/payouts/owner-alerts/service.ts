import type { AlertKind } from '@fws/contract/identity/model';
import type { AlertFacts } from '@fws/contract/identity/alerts/schemas';
import type { Tx } from '../../../platform/db/index.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { alertOwner } from '../../identity/index.ts';
import type { AccountRow } from '../accounts/store.ts';
import { formatBankName } from '../withdrawals/rules.ts';

type AccountEvent = Extract<AlertKind, `payout_account_${string}`>;

/** Alerts the owner on every channel, with a way to stop it, and writes to the security log. */
export async function alertAccountOwner(
  tx: Tx,
  kind: AccountEvent,
  account: AccountRow,
  now: Date,
  extraFacts: Omit<AlertFacts, 'account'> = {},
): Promise<void> {
  const { id, user_id: userId } = account;
  const accountFacts = {
    kind: account.kind,
    bankName: formatBankName(account),
    ending: account.account_ending,
    upiId: account.upi_id,
    nameAtBank: account.name_at_bank,
  };
  await alertOwner(tx, { userId, kind, subjectId: id, facts: { account: accountFacts, ...extraFacts } }, now);
  await recordSecurityEvent(tx, { kind, userId, details: { accountId: id } }, now);
}
