import type { IdKind } from '@fws/contract/kyc/model';
import type { IdentityState } from '@fws/contract/kyc/process';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { IdentityCheckTable } from '../../platform/db/tables.ts';
import type { Applicant, Decision } from './rules.ts';

export type CheckRow = Selectable<IdentityCheckTable>;

/** What became of a person's identity check, and under which name. */
export async function identityOf(
  db: Db | Tx,
  userId: number,
): Promise<{ state: IdentityState; name: string }> {
  const person = await db
    .selectFrom('user_account')
    .select(['identity_state', 'identity_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { state: person.identity_state, name: person.identity_name };
}

const applicantColumns = ['first_name', 'last_name', 'company_name', 'identity_state'] as const;

/** Held until the transaction ends, so that a person hands in one number at a time. */
export async function lockApplicant(
  tx: Tx,
  userId: number,
): Promise<Applicant & { identityState: IdentityState }> {
  const person = await tx
    .selectFrom('user_account')
    .select(applicantColumns)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return {
    firstName: person.first_name,
    lastName: person.last_name,
    companyName: person.company_name,
    identityState: person.identity_state,
  };
}

export async function applicantOf(db: Db, userId: number): Promise<Applicant> {
  const person = await db
    .selectFrom('user_account')
    .select(applicantColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { firstName: person.first_name, lastName: person.last_name, companyName: person.company_name };
}

export async function countChecksSince(tx: Tx, userId: number, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('identity_check')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCheck(
  tx: Tx,
  check: { referenceId: string; userId: number; kind: IdKind; numberLast4: string; now: Date },
): Promise<CheckRow> {
  return tx
    .insertInto('identity_check')
    .values({
      reference_id: check.referenceId,
      user_id: check.userId,
      kind: check.kind,
      number_last4: check.numberLast4,
      state: 'pending',
      created_at: check.now,
      checked_at: check.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function checkById(db: Db, id: number): Promise<CheckRow | null> {
  const row = await db.selectFrom('identity_check').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function latestCheck(db: Db, userId: number): Promise<CheckRow | null> {
  const row = await db
    .selectFrom('identity_check')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function ownsReference(db: Db, userId: number, referenceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_check')
    .select('id')
    .where('reference_id', '=', referenceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function lockCheck(tx: Tx, id: number): Promise<CheckRow> {
  return tx
    .selectFrom('identity_check')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Records what the vendor said. */
export async function saveDecision(
  tx: Tx,
  id: number,
  decision: Decision,
  providerReference: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('identity_check')
    .set({
      state: decision.state,
      checked_at: now,
      ...(providerReference === null ? {} : { provider_reference: providerReference }),
      ...(decision.state === 'refused' ? { reason: decision.reason } : {}),
      ...(decision.state === 'pending' ? {} : { decided_at: now }),
    })
    .where('id', '=', id)
    .execute();
}

/** Whoever gets it may ask the vendor about a pending check now. */
export async function claimAsking(tx: Tx, id: number, notSince: Date, now: Date): Promise<boolean> {
  const claimed = await tx
    .updateTable('identity_check')
    .set({ checked_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('checked_at', '<', notSince)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
