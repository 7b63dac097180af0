import { inTx, type Db } from '../../../platform/db/index.ts';
import { markRestore, newestTransactionAt, type OpenRestore } from '../../ledger/index.ts';
import { record } from '../audit.ts';

/**
 * From here on nothing is paid out, until the books were compared with the provider's records and two admins have said
 * so. `until`: the last moment that the backup knows; null: that of the newest transaction. Null: there is none.
 */
export const markRestored = (
  db: Db,
  until: Date | null,
  now: Date,
): Promise<{ restore: OpenRestore; isNew: boolean } | null> =>
  inTx(db, async (tx) => {
    const restoredTo = until ?? (await newestTransactionAt(tx));
    if (restoredTo === null) return null;
    const marked = await markRestore(tx, { restoredTo, now });
    if (marked.isNew) {
      const details = { restoredTo: restoredTo.toISOString(), isDetected: until === null };
      const { id } = marked.restore;
      await record(
        tx,
        { adminId: null, act: 'database_restored', subject: 'restore', subjectId: id, details },
        now,
      );
    }
    return marked;
  });
