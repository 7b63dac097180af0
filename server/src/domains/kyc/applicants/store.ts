import type { IdentityState } from '@fws/contract/kyc/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { Applicant } from '../rules.ts';

/** The state of a user's identity and the verified name. */
export async function getIdentity(
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

const applicantColumns = ['first_name', 'last_name', 'company_name', 'mobile', 'identity_state'] as const;

/** Locks the user until the transaction ends, so that they submit one number at a time. */
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
  return { ...toApplicant(person), identityState: person.identity_state };
}

const toApplicant = (person: {
  first_name: string;
  last_name: string;
  company_name: string;
  mobile: string | null;
}): Applicant => ({
  firstName: person.first_name,
  lastName: person.last_name,
  companyName: person.company_name,
  mobile: person.mobile ?? '',
});

export async function getApplicant(db: Db | Tx, userId: number): Promise<Applicant> {
  const person = await db
    .selectFrom('user_account')
    .select(applicantColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return toApplicant(person);
}
