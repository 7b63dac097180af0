import {
  answerSplit as answerSplitCall,
  awardedJob,
  awardedProjects,
  cancelJob as cancelJobCall,
  exploreMyJobs,
  moveFund as moveFundCall,
  leaveRating as leaveRatingCall,
  milestoneRest,
  moveWork as moveWorkCall,
  proposeSplit as proposeSplitCall,
  quoteRest,
  requestChange as requestChangeCall,
} from '@fws/contract/contracts/calls';
import type { FundMoved, JobCancelled } from '@fws/contract/contracts/schemas';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { formatRupees } from '@fws/contract/platform/display';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { acceptQuote as acceptQuoteCall } from '@fws/contract/quotes/calls';
import type { Answer } from '../../platform/answer.ts';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { runMoneyCommand } from '../../platform/idempotency.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { registerSoon } from '../escrow/index.ts';
import { acceptQuote } from './award/service.ts';
import { cancelJob } from './cancelling/service.ts';
import { moveFund, moveWork, requestChange, type FundOutcome } from './milestones.ts';
import { estimateMilestoneRest, estimateQuoteRest } from './rest-estimate/service.ts';
import { leaveRating } from './ratings/service.ts';
import { answerSplit, proposeSplit } from './splitting/service.ts';
import { listContracts, readContract } from './view.ts';

/** The longest time a payer waits for the provider to register the order. */
const REGISTER_WAIT_MS = 3_000;

export const routes = (deps: Deps): Route[] => {
  const { db, ports, config } = deps;
  const now = () => ports.clock.now();
  const buildCancelContext = (callerId: number) => ({
    callerId,
    chargeBps: config.refundChargeBps,
    now: now(),
  });
  return [
    userRoute(acceptQuoteCall, (form, { caller, idempotency }) =>
      runMoneyCommand(db, idempotency, (tx) =>
        acceptQuote(tx, { ...form, callerId: caller.userId, limits: config.paymentLimits, now: now() }),
      ),
    ),
    userRoute(moveFundCall, async (command, { caller, idempotency, web, token }) => {
      const answer = await runMoneyCommand(db, idempotency, async (tx) => {
        const context = {
          callerId: caller.userId,
          provider: ports.payments.provider,
          limits: config.paymentLimits,
          now: now(),
          onWeb: web && token === null,
        };
        const moved = await moveFund(tx, command, context);
        return moved.ok ? toFundAnswer(moved.value, config.publicUrl) : moved;
      });
      if (answer.ok && answer.value.orderId) await registerSoon(deps, answer.value.orderId, REGISTER_WAIT_MS);
      return answer;
    }),
    userRoute(moveWorkCall, async (command, { caller, locale, web, token }) => {
      const context = {
        callerId: caller.userId,
        now: now(),
        onWeb: web && token === null,
        releaseWaits: config.autoReleaseMs,
      };
      const moved = await inTx(db, (tx) => moveWork(tx, command, context));
      return moved.ok ? readContract(deps, command.jobId, caller.userId, locale) : moved;
    }),
    userRoute(requestChangeCall, async (command, { caller, locale }) => {
      const context = buildCancelContext(caller.userId);
      const outcome = await inTx(db, (tx) => requestChange(tx, command, context));
      return outcome.ok ? readContract(deps, command.jobId, caller.userId, locale) : outcome;
    }),
    userRoute(cancelJobCall, (command, { caller, idempotency }) =>
      runMoneyCommand(db, idempotency, async (tx) => {
        const cancelled = await cancelJob(tx, command, buildCancelContext(caller.userId));
        return cancelled.ok
          ? { ...cancelled, message: { code: CANCEL_MESSAGES[cancelled.value.outcome] } }
          : cancelled;
      }),
    ),
    userRoute(proposeSplitCall, async (command, { caller, idempotency, locale }) => {
      const proposed = await runMoneyCommand(db, idempotency, (tx) =>
        proposeSplit(tx, command, buildCancelContext(caller.userId)),
      );
      return proposed.ok ? readContract(deps, proposed.value.jobId, caller.userId, locale) : proposed;
    }),
    userRoute(answerSplitCall, async (command, { caller, idempotency, locale }) => {
      const answered = await runMoneyCommand(db, idempotency, (tx) =>
        answerSplit(tx, command, buildCancelContext(caller.userId)),
      );
      return answered.ok ? readContract(deps, answered.value.jobId, caller.userId, locale) : answered;
    }),
    userRoute(leaveRatingCall, (command, { caller }) =>
      inTx(db, (tx) => leaveRating(tx, command, { callerId: caller.userId, now: now() })),
    ),
    userRoute(milestoneRest, (form, { caller, locale }) =>
      estimateMilestoneRest(deps, form, { callerId: caller.userId, locale }),
    ),
    userRoute(quoteRest, (form, { caller, locale }) =>
      estimateQuoteRest(deps, form, { callerId: caller.userId, locale }),
    ),
    userRoute(awardedJob, ({ jobId }, { caller, locale }) =>
      readContract(deps, jobId, caller.userId, locale),
    ),
    userRoute(awardedProjects, (page, { caller }) =>
      listContracts(deps, { ...page, side: 'poster', callerId: caller.userId, states: null }),
    ),
    userRoute(exploreMyJobs, ({ scope, filter, ...page }, { caller }) =>
      listContracts(deps, {
        ...page,
        side: 'worker',
        callerId: caller.userId,
        states: toJobStates(scope, filter),
      }),
    ),
  ];
};

function toFundAnswer(moved: FundOutcome, publicUrl: string): Answer<FundMoved> & { ok: true } {
  const { step, orderId } = moved;
  const value = { orderId, paymentLink: orderId && `${publicUrl}/pay/${orderId}` };
  if (step === 'accepted') return { ok: true, value, message: { code: 'contracts.work_accepted' } };
  if (step === 'released') {
    const values = { amount: formatRupees(moved.amountPaise), worker: moved.workerName };
    return { ok: true, value, message: { code: 'contracts.released', values } };
  }
  const code = orderId ? 'contracts.order_opened' : 'contracts.payment_success';
  return { ok: true, value, message: { code } };
}

const CANCEL_MESSAGES = {
  cancelled: 'contracts.job_cancelled',
  ending: 'contracts.job_ending_now',
  completed: 'contracts.job_settled',
} as const satisfies Record<JobCancelled['outcome'], SharedMessageId>;

const ONGOING: readonly JobState[] = ['awarded', 'in_progress', 'ending'];

function toJobStates(
  scope: 'ongoing' | 'all',
  filter: 'all' | 'awarded' | 'completed',
): readonly JobState[] | null {
  if (scope === 'ongoing' || filter === 'awarded') return ONGOING;
  return filter === 'completed' ? ['completed'] : null;
}
