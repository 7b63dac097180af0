import { sql } from 'kysely';
import type { Locale } from '@fws/contract/platform/messages';
import type { Db } from '../../../platform/db/index.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { createHistoryEvent, listSteps } from './history.ts';
import type { FoundRecord } from './found-record.ts';

/** A withdrawal with its destination (never the full account number) and its provider status. */
export async function findWithdrawalRecord(db: Db, id: number, locale: Locale): Promise<FoundRecord | null> {
  const row = await db
    .selectFrom('withdrawal')
    .innerJoin('payout_account', 'payout_account.id', 'withdrawal.account_id')
    .selectAll('withdrawal')
    .select(['payout_account.holder_name', 'payout_account.name_at_bank', 'payout_account.kind'])
    .where('withdrawal.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const steps = await listSteps(db, { subjects: [['withdrawal', String(id)]] }, () => '');
  return {
    row: {
      id: String(id),
      number: row.transfer_id,
      title: row.destination,
      state: row.state,
      amountPaise: row.amount_paise,
      at: row.created_at,
    },
    people: [{ id: row.user_id, role: 'worker' }],
    facts: [
      ['holder', 'text', row.name_at_bank || row.holder_name],
      ['way', 'word', `way.${row.kind}`],
      ['transferId', 'text', row.transfer_id],
      ...(row.utr === null ? [] : [['utr', 'text', row.utr] as const]),
      ...(row.reason === null ? [] : [['failure', 'text', translateIfId(locale, row.reason)] as const]),
      ...(row.next_check_at === null
        ? []
        : [['nextCheck', 'time', row.next_check_at.toISOString()] as const]),
    ],
    parts: [],
    links: [],
    events: [
      createHistoryEvent(row.created_at, 'withdrawal', 'requested', {
        byUser: row.user_id,
        amountPaise: row.amount_paise,
      }),
      ...steps,
    ],
    ledger: sql`txn.withdrawal_id = ${id}`,
  };
}
