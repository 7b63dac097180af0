import type { PaymentLimits } from '@fws/contract/contracts/schemas';
import type { AcceptQuote } from '@fws/contract/quotes/schemas';
import type { VisitOffer } from '@fws/contract/visits/offer';
import { buildQuoteParts } from '@fws/contract/quotes/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { isStanding } from '@fws/contract/quotes/negotiation/model';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../../platform/idempotency.ts';
import type { Keyring } from '../../../platform/keys.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { insertMilestones } from '../../escrow/index.ts';
import { countAwardedJob, isPoster, lockJob, transitionJobs } from '../../jobs/index.ts';
import { areBlocked } from '../../profile/index.ts';
import {
  acceptQuote as markAccepted,
  checkOfferVersion,
  isPayable,
  isVisitOver,
  lockQuote,
  readVisit,
} from '../../quotes/index.ts';
import { createVisit } from '../../visits/index.ts';
import { findQuoteJobId, insertContract } from '../store.ts';

/**
 * Accepts a quote: awards the job and creates a milestone for each part. The job lock serialises concurrent accepts.
 */
export const acceptQuote = (
  { db, config, ports, keyring }: Deps,
  form: AcceptQuote,
  { callerId, idempotency }: { callerId: number; idempotency: IdempotencyClaim | null },
): Promise<Outcome<null>> =>
  runMoneyCommand(db, idempotency, (tx) =>
    acceptQuoteInTx(tx, {
      ...form,
      callerId,
      limits: config.paymentLimits,
      keyring,
      now: ports.clock.now(),
    }),
  );

async function acceptQuoteInTx(
  tx: Tx,
  command: {
    quoteId: number;
    jobId?: number | null | undefined;
    offerVersion?: number | null | undefined;
    callerId: number;
    limits: PaymentLimits;
    keyring: Keyring;
    now: Date;
  },
): Promise<Outcome<null>> {
  const { quoteId, callerId, now } = command;
  const jobId = command.jobId ?? (await findQuoteJobId(tx, quoteId));
  const job = jobId === null ? null : await lockJob(tx, jobId);
  if (!job || !isPoster(job, callerId)) return refuse('not_found', 'quotes.not_found');
  const quote = await lockQuote(tx, { id: quoteId, jobId: job.id });
  if (!quote) return refuse('not_found', 'quotes.not_found');
  if (quote.state === 'accepted') return done(null);
  if (await areBlocked(tx, callerId, quote.worker_id)) return refuse('not_found', 'quotes.not_found');
  if (job.state === 'awarded' || job.state === 'in_progress' || job.state === 'completed')
    return refuse('conflict', 'quotes.job_awarded');
  if (job.state !== 'open' || !isStanding(quote)) return refuse('conflict', 'quotes.not_open');
  const current = checkOfferVersion(command.offerVersion, quote);
  if (!current.ok) return current;
  const visit = readVisit(quote);
  if (visit && isVisitOver(visit, now)) return refuse('conflict', 'visits.quote_date_past');
  const parts = [
    ...listFees(visit),
    ...buildQuoteParts({ term: quote.term, bidPaise: quote.bid_paise, rows: quote.parts }),
  ];
  // The limits may have changed since the quote was sent.
  if (!isPayable(parts, command.limits)) return refuse('conflict', 'quotes.not_payable');

  await markAccepted(tx, { quote, now });
  await insertContract(tx, {
    jobId: job.id,
    quoteId: quote.id,
    posterId: job.poster_id,
    workerId: quote.worker_id,
    totalPaise: quote.bid_paise + (visit?.feePaise ?? 0),
    term: quote.term,
    finishBy: quote.finish_by,
    now,
  });
  const milestone = await insertMilestones(tx, { jobId: job.id, parts, now });
  if (visit)
    await createVisit(tx, {
      ...visit,
      milestone,
      posterId: job.poster_id,
      workerId: quote.worker_id,
      keyring: command.keyring,
      now,
    });
  await transitionJobs(tx, [job], 'award', { by: { role: 'poster', userId: callerId }, at: now });
  await countAwardedJob(tx, job.poster_id);
  await publish(tx, { users: [job.poster_id, quote.worker_id], topic: 'contract', id: job.id });
  return done(null);
}

/** The fee of a visit is a milestone of its own, before the others. */
const listFees = (visit: VisitOffer | null) =>
  visit && visit.feePaise > 0
    ? [{ name: 'visits.fee_part', amountPaise: visit.feePaise, kind: 'visit' as const }]
    : [];
