import type { LedgerEntry } from '@fws/contract/admin/disputes/schemas';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';

const ENTRIES_MAX = 200;

/** Lists ledger transactions with their lines, oldest first. `condition` filters `txn` and must be covered by an index. */
export async function listLedgerEntries(db: Db | Tx, condition: RawBuilder<unknown>): Promise<LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    SELECT txn.id AS "txnId", to_json(txn.event_time) #>> '{}' AS at, txn.kind,
      json_agg(json_build_object('account', account.code, 'amountPaise', entry.amount) ORDER BY entry.seq) AS lines
    FROM ledger.txn
    JOIN ledger.entry ON entry.txn_id = txn.id AND entry.month = txn.month
    JOIN ledger.account ON account.id = entry.account_id
    WHERE ${condition}
    GROUP BY txn.id
    ORDER BY txn.id
    LIMIT ${ENTRIES_MAX}`.execute(db);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}
