import { sql, type Selectable } from 'kysely';
import type { IdentityState } from '@fws/contract/kyc/lifecycle';
import type { Locale } from '@fws/contract/platform/messages';
import { anyId, runPrepared, type Db, type Tx } from '../../../platform/db/index.ts';
import type { UserAccountTable } from '../../../platform/db/tables.ts';
import { buildPhotoUrl } from '../../../platform/files.ts';
import { indexPerson } from '../../../platform/person-index.ts';
import { calculateAverageRating } from '../../identity/index.ts';

/** A person as other domains need them. Those domains decide which fields they show to whom. */
export interface PersonRow {
  id: number;
  /** "First Last" */
  name: string;
  firstName: string;
  /** Empty for the default picture. */
  image: string;
  skills: string[];
  /** One decimal; null when nobody has rated yet. */
  rating: number | null;
  completedProjects: number;
  identity: IdentityState;
  /** E.164. */
  mobile: string;
  email: string;
  location: string;
  locale: Locale;
  companyName: string;
  registerFor: 'individual' | 'company';
  suspendedAt: Date | null;
}

const PERSON_COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'photo_id',
  'skills',
  'rating_sum',
  'rating_count',
  'completed_projects',
  'identity_state',
  'mobile',
  'email',
  'location',
  'locale',
  'company_name',
  'register_for',
  'suspended_at',
] as const satisfies readonly (keyof UserAccountTable)[];

export async function loadPeople(db: Db | Tx, ids: readonly number[]): Promise<Map<number, PersonRow>> {
  if (ids.length === 0) return new Map();
  const rows = await runPrepared(
    db,
    db
      .selectFrom('user_account')
      .select(PERSON_COLUMNS)
      .where('id', '=', anyId([...new Set(ids)])),
  );
  return new Map(rows.map((row) => [row.id, toPerson(row)]));
}

function toPerson(row: Pick<Selectable<UserAccountTable>, (typeof PERSON_COLUMNS)[number]>): PersonRow {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    firstName: row.first_name,
    image: buildPhotoUrl(row.photo_id),
    skills: row.skills,
    rating: calculateAverageRating(row.rating_sum, row.rating_count),
    completedProjects: row.completed_projects,
    identity: row.identity_state,
    mobile: row.mobile,
    email: row.email,
    location: row.location,
    locale: row.locale,
    companyName: row.company_name,
    registerFor: row.register_for,
    suspendedAt: row.suspended_at,
  };
}

export async function addCompletedProject(tx: Tx, userId: number, difference: number): Promise<void> {
  await tx
    .updateTable('user_account')
    .set({ completed_projects: sql<number>`completed_projects + ${difference}::integer` })
    .where('id', '=', userId)
    .execute();
  await indexPerson(tx, userId);
}

/** Adds the stars that another user gave this person for a job, or takes them back when they count no more. */
export async function addRating(
  tx: Tx,
  userId: number,
  { stars, difference }: { stars: number; difference: number },
): Promise<void> {
  await tx
    .updateTable('user_account')
    .set({
      rating_sum: sql<number>`rating_sum + ${stars * difference}::double precision`,
      rating_count: sql<number>`rating_count + ${difference}::integer`,
    })
    .where('id', '=', userId)
    .execute();
}
