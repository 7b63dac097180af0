import type { ReportReason } from '@fws/contract/safety/model';
import type { Db, Tx } from '../../../platform/db/index.ts';

export interface Named {
  id: number;
  firstName: string;
  lastName: string;
  companyName: string;
}

/** Accounts in order of their ids. Not those whose ID has shown the name, and not the suspended. */
export const listNamed = (db: Db, afterId: number, limit: number): Promise<Named[]> =>
  db
    .selectFrom('user_account')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'company_name as companyName'])
    .where('id', '>', afterId)
    .where('identity_state', '<>', 'verified')
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Whether this name of the account has or had a case for this reason, or any case is open, which a person will read. */
export async function hasNameCase(
  tx: Tx,
  userId: number,
  name: string,
  reason: ReportReason,
): Promise<boolean> {
  const row = await tx
    .selectFrom('report_case')
    .select('id')
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', String(userId))
    .where((is) =>
      is.or([is('decided_at', 'is', null), is.and([is('title', '=', name), is('reason', '=', reason)])]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
