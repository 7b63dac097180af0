import type { Tx } from '../../../platform/db/index.ts';
import { hashRecoveryCodes, looksLikeRecoveryCode, readSalt } from './hash.ts';

/** The recovery codes of a second factor, kept as hashes in this table: those of users, or those of admins. */
export const createRecoveryCodeStore = (table: 'recovery_code' | 'admin_recovery_code') => ({
  replaceRecoveryCodes: async (tx: Tx, userId: number, codes: readonly string[]): Promise<void> => {
    const hashes = await hashRecoveryCodes(codes);
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
    if (hashes.length > 0)
      await tx
        .insertInto(table)
        .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
        .execute();
  },

  /** Returns false when there is no such code, or it was used. */
  spendRecoveryCode: async (tx: Tx, userId: number, code: string, now: Date): Promise<boolean> => {
    if (!looksLikeRecoveryCode(code)) return false;
    const any = await tx
      .selectFrom(table)
      .select('code_hash')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst();
    const [hash] = await hashRecoveryCodes([code], any && readSalt(any.code_hash));
    if (!any || !hash) return false;
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
