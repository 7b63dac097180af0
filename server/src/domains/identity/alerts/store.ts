import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AlertKind } from '@fws/contract/identity/model';
import type { AlertFacts } from '@fws/contract/identity/alerts/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { OwnerAlertTable } from '../../../platform/db/tables.ts';
import { CONTACT_DISTRUST_MS } from './rules.ts';

export type AlertRow = Selectable<OwnerAlertTable>;

const NONCE_BYTES = 16;

export async function insertAlert(
  tx: Tx,
  alert: {
    userId: number;
    kind: AlertKind;
    subjectId: number | null;
    facts: AlertFacts;
    at: Date;
    device: string;
    address: string;
    mobile: string;
    email: string;
  },
): Promise<number> {
  const { userId, subjectId, facts, ...rest } = alert;
  const { id } = await tx
    .insertInto('owner_alert')
    .values({
      ...rest,
      user_id: userId,
      subject_id: subjectId,
      facts: JSON.stringify(facts),
      nonce: randomBytes(NONCE_BYTES),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findAlertById(db: Db | Tx, id: number): Promise<AlertRow | null> {
  const row = await db.selectFrom('owner_alert').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function findAlertOwner(db: Db, id: number): Promise<number | null> {
  return (await findAlertById(db, id))?.user_id ?? null;
}

export function lockAlert(tx: Tx, id: number): Promise<AlertRow> {
  return tx
    .selectFrom('owner_alert')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function markAnswered(
  tx: Tx,
  id: number,
  answer: { confirmed_at: Date } | { denied_at: Date },
): Promise<void> {
  await tx.updateTable('owner_alert').set(answer).where('id', '=', id).execute();
}

/**
 * Returns the event from which somebody else may have had access: the earliest contact change in the 30 days before an
 * alert, or the alert itself. Confirmed changes count too, because whoever changed a contact could confirm the change.
 */
export async function getEarliestSuspectAlert(tx: Tx, alert: AlertRow): Promise<AlertRow> {
  const change = await tx
    .selectFrom('owner_alert')
    .selectAll()
    .where('user_id', '=', alert.user_id)
    .where('kind', 'in', ['mobile_changed', 'email_changed'])
    .where('at', '>=', new Date(alert.at.getTime() - CONTACT_DISTRUST_MS))
    .where('at', '<', alert.at)
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return change ?? alert;
}

/** Returns the state of the payout account that an alert is about. */
export async function findAlertAccount(
  db: Db | Tx,
  { subject_id: id, user_id: userId }: AlertRow,
): Promise<{ usable_from: Date; removed_at: Date | null } | null> {
  if (id === null) return null;
  const row = await db
    .selectFrom('payout_account')
    .select(['usable_from', 'removed_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Clears contacts that no denial can be sent to any more. */
export async function clearAlertContacts(tx: Tx, before: Date): Promise<void> {
  await tx
    .updateTable('owner_alert')
    .set({ mobile: '', email: '' })
    .where('at', '<', before)
    .where((row) => row.or([row('mobile', '<>', ''), row('email', '<>', '')]))
    .execute();
}
