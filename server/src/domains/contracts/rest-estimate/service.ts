import type { Side } from '@fws/contract/contracts/model';
import type { RestEstimate } from '@fws/contract/rests/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { buildQuoteParts } from '@fws/contract/quotes/model';
import type { Deps } from '../../../platform/deps.ts';
import { translate } from '../../../platform/messages.ts';
import { findContractParties, findSide, listMilestones } from '../../escrow/index.ts';
import { findJob } from '../../jobs/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { findQuote } from '../../quotes/index.ts';
import { describeRest, estimateRests, findFundingObstacle } from '../../rests/index.ts';
import { refuseFunding } from '../policy.ts';

interface Estimated {
  payerId: number;
  workerId: number;
  amountPaise: number;
  side: Side;
  /** Zero before there is a milestone. */
  milestoneId: number;
}

/** The rest of a milestone's release, for its two sides. */
export async function estimateMilestoneRest(
  deps: Deps,
  { jobId, milestoneId }: { jobId: number; milestoneId: number },
  { callerId, locale }: { callerId: number; locale: Locale },
): Promise<Outcome<RestEstimate>> {
  const parties = await findContractParties(deps.db, jobId);
  const side = parties && findSide(parties, callerId);
  if (!side) return refuse('not_found', 'contracts.not_found');
  const milestone = (await listMilestones(deps.db, jobId)).find(({ id }) => id === milestoneId);
  if (!milestone) return refuse('not_found', 'contracts.milestone_not_found');
  const { poster_id: payerId, worker_id: workerId } = parties;
  const estimated = { payerId, workerId, amountPaise: milestone.amount_paise, side, milestoneId };
  return done(await estimate(deps, estimated, locale));
}

/** The rest of the release of a quote's first part, for the poster and who quoted. */
export async function estimateQuoteRest(
  deps: Deps,
  { quoteId }: { quoteId: number },
  { callerId, locale }: { callerId: number; locale: Locale },
): Promise<Outcome<RestEstimate>> {
  const quote = await findQuote(deps.db, quoteId);
  const job = quote && (await findJob(deps.db, quote.job_id));
  if (!job) return refuse('not_found', 'quotes.not_found');
  const [payerId, workerId] = [job.poster_id, quote.worker_id];
  const side = findSide({ poster_id: payerId, worker_id: workerId }, callerId);
  if (!side) return refuse('not_found', 'quotes.not_found');
  const [first] = buildQuoteParts({ term: quote.term, bidPaise: quote.bid_paise, rows: quote.parts });
  if (!first) throw new Error(`quote ${quoteId} has no part`);
  const estimated = { payerId, workerId, amountPaise: first.amountPaise, side, milestoneId: 0 } as const;
  return done(await estimate(deps, estimated, locale));
}

async function estimate({ db, ports }: Deps, estimated: Estimated, locale: Locale): Promise<RestEstimate> {
  const { payerId, workerId, amountPaise, side, milestoneId } = estimated;
  const now = ports.clock.now();
  const [rests, people, obstacle] = await Promise.all([
    estimateRests(db, { payerId, workerId, amountPaise, at: now }),
    loadPeople(db, [payerId, workerId]),
    side === 'poster'
      ? findFundingObstacle(db, { payerId, amountPaise, exceptMilestoneId: milestoneId, now })
      : null,
  ]);
  const getName = (id: number) => people.get(id)?.firstName ?? '';
  return {
    methods: rests.methods.map(({ method, rest }) => ({
      method,
      days: rest.days,
      reason: describeRest(locale, {
        ...rest,
        method,
        payer: getName(payerId),
        worker: getName(workerId),
        side,
        payerDays: rests.payerDays,
      }),
    })),
    known: rests.known,
    obstacle: obstacle && describeObstacle(refuseFunding(obstacle), locale),
    needsIdentity: obstacle?.kind === 'identity',
  };
}

const describeObstacle = ({ refusal }: ReturnType<typeof refuseFunding>, locale: Locale): string =>
  translate(locale, refusal.code, refusal.values);
