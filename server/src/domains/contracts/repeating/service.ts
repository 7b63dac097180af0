import type { PaymentLimits } from '@fws/contract/contracts/schemas';
import { buildQuoteParts } from '@fws/contract/quotes/model';
import type { Tx } from '../../../platform/db/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import {
  closeFunding,
  insertMilestones,
  lockAwardedJob,
  lockMilestones,
  publishContractChange,
} from '../../escrow/index.ts';
import { countAwardedJob, findJob, repostJob, transitionJobs } from '../../jobs/index.ts';
import { findQuote, isPayable, repeatQuote, type QuoteRow } from '../../quotes/index.ts';
import { overtakeChange } from '../change-orders/overtaking.ts';
import { recordEnd } from '../outcomes/service.ts';
import { findAwardedJob, insertContract, markContractCancelled } from '../store.ts';

/** Whether each part of what was agreed on can be paid at once. */
const canBePaid = (quote: QuoteRow, limits: PaymentLimits): boolean => isPayable(toParts(quote), limits);

const toParts = (quote: QuoteRow) =>
  buildQuoteParts({ term: quote.term, bidPaise: quote.bid_paise, rows: quote.parts });

/**
 * Makes the contract of a job once more, for another day: a job of its own with the same texts, parts and amount, awarded to
 * the same worker. The two have agreed on it. Returns its id; null where its parts cannot be paid any more.
 */
export async function repeatContract(
  tx: Tx,
  jobId: number,
  { day, limits, now }: { day: string; limits: PaymentLimits; now: Date },
): Promise<number | null> {
  const [job, contract] = [await findJob(tx, jobId), await findAwardedJob(tx, jobId)];
  const quote = contract && (await findQuote(tx, contract.quote_id));
  if (!job || !quote) throw new Error(`job ${jobId} is repeated, and it has no contract`);
  if (!canBePaid(quote, limits)) return null;
  const by = { role: 'poster' as const, userId: job.poster_id };
  const posted = await repostJob(tx, job, { day, now });
  const accepted = await repeatQuote(tx, quote, { jobId: posted.id, by, now });
  await insertContract(tx, {
    jobId: posted.id,
    quoteId: accepted.id,
    posterId: posted.poster_id,
    workerId: accepted.worker_id,
    totalPaise: accepted.bid_paise,
    term: accepted.term,
    finishBy: day,
    now,
  });
  await insertMilestones(tx, { jobId: posted.id, parts: toParts(accepted), now });
  await transitionJobs(tx, [posted], 'award', { by, at: now });
  await countAwardedJob(tx, posted.poster_id);
  await publish(tx, { users: [posted.poster_id, accepted.worker_id], topic: 'contract', id: posted.id });
  return posted.id;
}

/**
 * Cancels a contract for which no money has come, without a reason: both have agreed that they may leave it out. Tells
 * nobody. False: money has come, or it has ended.
 */
export async function cancelUnpaid(tx: Tx, jobId: number, cause: Cause): Promise<boolean> {
  const lockedJob = await lockAwardedJob(tx, jobId);
  if (lockedJob?.job.state !== 'awarded') return false;
  const milestones = await lockMilestones(tx, lockedJob);
  await closeFunding(
    tx,
    milestones.filter((milestone) => milestone.fund_state === 'funding_pending'),
    cause,
  );
  await overtakeChange(tx, lockedJob, cause);
  await transitionJobs(tx, [lockedJob.job], 'cancel', cause);
  await markContractCancelled(tx, jobId, cause.at);
  await recordEnd(tx, lockedJob, { isCompleted: false, now: cause.at });
  await publishContractChange(tx, lockedJob.contract);
  return true;
}
