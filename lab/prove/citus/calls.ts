import { sql } from 'kysely';
import { awardedJob, awardedProjects } from '@fws/contract/contracts/calls';
import { contractRequests, acceptQuote, myQuotes } from '@fws/contract/quotes/calls';
import { exploreJobs, jobDetail, myContracts } from '@fws/contract/jobs/calls';
import { connect, connectedUsers, personDetail } from '@fws/contract/connections/calls';
import { notificationList, unreadCount } from '@fws/contract/notifications/calls';
import { wallet } from '@fws/contract/payouts/calls';
import { ownProfile } from '@fws/contract/profile/calls';
import { saveJob, savedJobs } from '@fws/contract/search/calls';
import { today } from '@fws/contract/today/calls';
import { createUpiAccount, withdraw } from '../../../server/test/payouts.ts';
import {
  getMilestoneAt,
  getOpenedOrder,
  post,
  quote,
  sendFundStep,
  sendWorkStep,
  simulatePayment,
} from '../../../server/test/story.ts';
import { waitFor } from '../../../server/test/wait.ts';
import type { World } from '../../../server/test/world.ts';

/** Runs the calls of the main job, from posting it to the withdrawal. Each is measured on its own. */
export async function runCalls(
  world: World,
  measureOnly: <Result>(name: string, call: () => Promise<Result>) => Promise<Result>,
): Promise<void> {
  // No task of an earlier call runs meanwhile.
  const measure = async <Result>(name: string, call: () => Promise<Result>): Promise<Result> => {
    await world.drain();
    return measureOnly(name, call);
  };
  const poster = await world.user({ firstName: 'Meera' });
  const worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  // What a process asks once.
  await worker.done(exploreJobs, { location: '', categoryId: '', sort: 'latest' });
  const { id: jobId } = await measure('post_job', () => post(world, poster));
  const job = { jobId: String(jobId) };
  await measure('explore_jobs', () =>
    worker.done(exploreJobs, { location: '', categoryId: '', sort: 'latest' }),
  );
  await measure('job_detail', () => worker.done(jobDetail, job));
  await measure('save_job', () => worker.done(saveJob, job));
  await measure('saved_jobs', () => worker.done(savedJobs, {}));
  const sent = await measure('submit_quote', () => quote(worker, jobId, { term: 'completion' }));
  await measure('my_quotes', () => worker.done(myQuotes, {}));
  await measure('contract_requests', () => poster.done(contractRequests, job));
  await measure('accept_quote', () => poster.done(acceptQuote, { quoteId: String(sent.id), ...job }));
  const contract = await measure('awarded_job', () => poster.done(awardedJob, job));
  await measure('awarded_projects', () => worker.done(awardedProjects, {}));
  const at = getMilestoneAt(contract);
  const opened = await measure('move_fund (funded)', () => sendFundStep(poster, at, 'funded'));
  await measure('a payment, by its webhook', async () => {
    await simulatePayment(world, getOpenedOrder(opened), 'SUCCESS');
    await waitFor('the milestone to be funded', async () => {
      const { rows } = await sql<{ state: string }>`-- proof
        SELECT fund_state AS state FROM milestone WHERE job_id = ${at.jobId} AND id = ${at.milestoneId}`.execute(
        world.db,
      );
      return rows[0]?.state === 'funded';
    });
  });
  for (const step of ['started', 'completed', 'payment_requested'] as const)
    await measure(`move_work (${step})`, () => sendWorkStep(worker, at, step));
  for (const step of ['accepted', 'released'] as const)
    await measure(`move_fund (${step})`, () => sendFundStep(poster, at, step));
  await measure('wallet', () => worker.done(wallet, {}));
  const account = await createUpiAccount(worker, 'imran@upi');
  await measure('withdraw_request', () => withdraw(worker, account.id, '15000'));
  await measure('notification_list', () => worker.done(notificationList, {}));
  await measure('unread_count', () => worker.done(unreadCount, {}));
  await measure('today', () => worker.done(today, {}));
  await measure('my_contracts', () => poster.done(myContracts, {}));
  await measure('own_profile', () => worker.done(ownProfile, {}));
  await measure('person_detail', () => poster.done(personDetail, { userId: String(worker.id) }));
  await measure('connect', () => poster.done(connect, { userId: String(worker.id) }));
  await measure('connected_users', () => poster.done(connectedUsers, { search: '', scope: 'connected' }));
}
