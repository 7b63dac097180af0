import { DECISION_SUBJECTS, type DecisionSubject } from '@fws/contract/platform/decisions';
import type { Ability } from '@fws/contract/platform/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { findLinksTo } from '../../links/index.ts';
import { mayDecide } from '../policy.ts';
import { findRequester, listDeciders, listParties } from './store.ts';

/** Whether this member of staff is impartial. Their permission is checked apart from it. */
export async function readImpartiality(
  db: Db | Tx,
  staffId: number,
  subject: DecisionSubject,
  id: number,
): Promise<Ability> {
  const parties = (await listParties(db, subject, [id])).get(id) ?? [];
  const deciders = await listDeciders(db, DECISION_SUBJECTS[subject].permission);
  const staff = [staffId, ...deciders];
  const linked = (await Promise.all(parties.map((party) => findLinked(db, party, staff)))).flat();
  const requester = subject === 'approval' ? await findRequester(db, id) : null;
  return mayDecide(staffId, {
    parties,
    linked,
    deciders: deciders.filter((decider) => decider !== requester),
  });
}

/** The cases of a list that the member of staff may not decide, as `subject:id`. */
export async function findOwnCases(
  db: Db,
  staffId: number,
  cases: readonly { subject: DecisionSubject; id: number }[],
): Promise<ReadonlySet<string>> {
  const subjects = [...new Set(cases.map(({ subject }) => subject))];
  const found = await Promise.all(
    subjects.map(async (subject) => {
      const ids = cases.filter((staffCase) => staffCase.subject === subject).map(({ id }) => id);
      return [...(await listParties(db, subject, ids))].map(([id, parties]) => ({ subject, id, parties }));
    }),
  );
  const people = [...new Set(found.flat().flatMap(({ parties }) => parties))];
  const concerned = new Set([staffId, ...(await findLinked(db, staffId, people))]);
  const isOwn = ({ parties }: { parties: readonly number[] }) => parties.some((id) => concerned.has(id));
  return new Set(found.flat().filter(isOwn).map(toCaseKey));
}

export const toCaseKey = ({ subject, id }: { subject: DecisionSubject; id: number }): string =>
  `${subject}:${id}`;

/** Those of the others that share a device, a payout account or an identity with this account. */
const findLinked = async (db: Db | Tx, userId: number, others: readonly number[]): Promise<number[]> =>
  (await findLinksTo(db, userId, others))
    .filter(({ links }) => links.some(({ strength }) => strength === 'strong'))
    .map((account) => account.userId);
