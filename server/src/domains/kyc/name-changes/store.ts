import { nameChangeLifecycle } from '@fws/contract/kyc/lifecycle';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { NameChangeTable } from '../../../platform/db/tables.ts';
import { indexPerson } from '../../../platform/person-index.ts';
import { createTransition } from '../../../platform/transition.ts';

export type NameChangeRow = Selectable<NameChangeTable>;

/** As many as a person could ask for in years. */
const LISTED_MAX = 20;

export async function listNameChanges(db: Db | Tx, userId: number): Promise<NameChangeRow[]> {
  return db
    .selectFrom('name_change')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute();
}

export async function insertNameChange(
  tx: Tx,
  change: Pick<
    NameChangeRow,
    | 'user_id'
    | 'former_first_name'
    | 'former_last_name'
    | 'first_name'
    | 'last_name'
    | 'explanation'
    | 'requested_at'
  >,
): Promise<number> {
  const { id } = await tx.insertInto('name_change').values(change).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findNameChange(db: Db | Tx, id: number): Promise<NameChangeRow | null> {
  const row = await db.selectFrom('name_change').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The caller must hold the lock of the user. */
export const transitionNameChanges = createTransition({
  lifecycle: nameChangeLifecycle,
  table: 'name_change',
  key: ['id'],
  column: 'state',
  toSubject: ({ id }: Pick<NameChangeRow, 'id' | 'state'>) => ({
    subject: 'name_change',
    subjectId: id,
    jobId: null,
  }),
});

export async function updateName(
  tx: Tx,
  userId: number,
  name: { firstName: string; lastName: string },
): Promise<void> {
  await tx
    .updateTable('user_account')
    .set({ first_name: name.firstName, last_name: name.lastName })
    .where('id', '=', userId)
    .execute();
  await indexPerson(tx, userId);
}
