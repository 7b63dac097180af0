import type { Tx } from '../../../platform/db/index.ts';

/** The recovery codes of a second factor, kept as hashes in this table: those of users, or those of admins. */
export const createRecoveryCodeStore = (table: 'recovery_code' | 'admin_recovery_code') => ({
  replaceRecoveryCodes: async (tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> => {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
    if (hashes.length > 0)
      await tx
        .insertInto(table)
        .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
        .execute();
  },

  /** Returns false when there is no such code, or it was used. */
  spendRecoveryCode: async (tx: Tx, userId: number, hash: Buffer, now: Date): Promise<boolean> => {
    const used = await tx
      .updateTable(table)
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return used.numUpdatedRows === 1n;
  },
});
