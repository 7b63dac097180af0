import { bumpOfferVersion } from '../../../platform/offers.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { continueWithoutParty, continueWithParty } from '../../contracts/index.ts';
import { restoreUser, suspendUser } from '../../identity/index.ts';
import { offerJobsAgain, withholdJobs } from '../../jobs/index.ts';
import { listQuoterIds, offerQuotesAgain, withholdQuotes } from '../../quotes/index.ts';

// What a suspension does beyond the login. Each domain says what it means for what it owns.

interface Command {
  userId: number;
  reason: string;
}

/** Returns false when the account was suspended already. */
export async function suspendAccount(tx: Tx, { userId, reason }: Command, cause: Cause): Promise<boolean> {
  // Jobs are locked before the account, as whoever decides about a job does it.
  const openJobs = await withholdJobs(tx, userId, cause);
  await withholdQuotes(tx, userId, cause);
  if (!(await suspendUser(tx, userId, reason, cause.at))) return false;
  // What was posted or sent while the account was not locked yet.
  const laterJobs = await withholdJobs(tx, userId, cause);
  await withholdQuotes(tx, userId, cause);
  await publishToQuoters(tx, [...openJobs, ...laterJobs]);
  await continueWithoutParty(tx, userId, cause);
  await bumpOfferVersion(tx);
  return true;
}

/** Returns false when the account was not suspended. */
export async function restoreAccount(tx: Tx, { userId, reason }: Command, cause: Cause): Promise<boolean> {
  const jobs = await offerJobsAgain(tx, userId, cause);
  await offerQuotesAgain(tx, userId, cause);
  if (!(await restoreUser(tx, userId, reason))) return false;
  await publishToQuoters(tx, jobs);
  await continueWithParty(tx, userId, cause);
  await bumpOfferVersion(tx);
  return true;
}

/** Those who have quoted on these jobs see that they are not available, or are again. */
async function publishToQuoters(tx: Tx, jobIds: readonly number[]): Promise<void> {
  if (jobIds.length === 0) return;
  const users = await listQuoterIds(tx, jobIds);
  if (users.length > 0) await publish(tx, { users, topic: 'quotes', id: null });
}
