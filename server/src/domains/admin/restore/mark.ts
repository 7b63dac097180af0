import { inTx, type Db } from '../../../platform/db/index.ts';
import { markRestore, findNewestTransactionTime, type OpenRestore } from '../../ledger/index.ts';
import { recordAuditEntry } from '../audit/store.ts';

/**
 * Pauses payouts until the books were compared with the provider's records and two admins agreed to reopen them. `until`:
 * the last moment in the backup; null: the time of the newest transaction. Returns null when there is no transaction.
 */
export const markRestored = (
  db: Db,
  until: Date | null,
  now: Date,
): Promise<{ restore: OpenRestore; isNew: boolean } | null> =>
  inTx(db, async (tx) => {
    const restoredTo = until ?? (await findNewestTransactionTime(tx));
    if (restoredTo === null) return null;
    const marked = await markRestore(tx, { restoredTo, now });
    if (marked.isNew) {
      const details = { restoredTo: restoredTo.toISOString(), isDetected: until === null };
      const { id } = marked.restore;
      await recordAuditEntry(
        tx,
        { adminId: null, act: 'database_restored', subject: 'restore', subjectId: id, details },
        now,
      );
    }
    return marked;
  });
