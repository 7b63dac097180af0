import {
  answerChange as answerChangeCall,
  answerSplit as answerSplitCall,
  awardedJob,
  awardedProjects,
  cancelJob as cancelJobCall,
  changeList,
  exploreMyJobs,
  moveFund as moveFundCall,
  milestoneRest,
  moveWork as moveWorkCall,
  proposeChange as proposeChangeCall,
  proposeSplit as proposeSplitCall,
  quoteRest,
  requestChange as requestChangeCall,
} from '@fws/contract/contracts/calls';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { acceptQuote as acceptQuoteCall } from '@fws/contract/quotes/calls';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Context, type Route } from '../../platform/http/route.ts';
import { acceptQuote } from './award/service.ts';
import { cancelJob } from './cancelling/service.ts';
import { answerChange, proposeChange } from './change-orders/service.ts';
import { listChanges, readChange } from './change-orders/view.ts';
import { moveFund } from './milestones.ts';
import { moveWork, requestChange } from './work-steps/service.ts';
import { estimateMilestoneRest, estimateQuoteRest } from './rest-estimate/service.ts';
import { answerSplit, proposeSplit } from './splitting/service.ts';
import { readContract } from './view.ts';
import { listContracts } from './contract-list/view.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(acceptQuoteCall, (form, { caller, idempotency }) =>
    acceptQuote(deps, form, { callerId: caller.userId, idempotency }),
  ),
  userRoute(moveFundCall, (command, context) =>
    moveFund(deps, command, {
      callerId: context.caller.userId,
      idempotency: context.idempotency,
      onWeb: isOnWeb(context),
    }),
  ),
  userRoute(moveWorkCall, async (command, { caller, locale, ...context }) => {
    const moved = await moveWork(deps, command, { callerId: caller.userId, onWeb: isOnWeb(context) });
    return moved.ok ? readContract(deps, command.jobId, caller.userId, locale) : moved;
  }),
  userRoute(requestChangeCall, async (command, { caller, locale }) => {
    const outcome = await requestChange(deps, command, caller.userId);
    return outcome.ok ? readContract(deps, command.jobId, caller.userId, locale) : outcome;
  }),
  userRoute(cancelJobCall, (command, { caller, idempotency }) =>
    cancelJob(deps, command, { callerId: caller.userId, idempotency }),
  ),
  userRoute(proposeSplitCall, async (command, { caller, idempotency, locale }) => {
    const proposed = await proposeSplit(deps, command, { callerId: caller.userId, idempotency });
    return proposed.ok ? readContract(deps, proposed.value.jobId, caller.userId, locale) : proposed;
  }),
  userRoute(answerSplitCall, async (command, { caller, idempotency, locale }) => {
    const answered = await answerSplit(deps, command, { callerId: caller.userId, idempotency });
    return answered.ok ? readContract(deps, answered.value.jobId, caller.userId, locale) : answered;
  }),
  userRoute(proposeChangeCall, async (command, { caller, idempotency, locale }) => {
    const proposed = await proposeChange(deps, command, { callerId: caller.userId, idempotency });
    return proposed.ok
      ? readChange(deps, proposed.value.changeId, { callerId: caller.userId, locale })
      : proposed;
  }),
  userRoute(answerChangeCall, async (command, { caller, idempotency, locale }) => {
    const answered = await answerChange(deps, command, { callerId: caller.userId, idempotency });
    if (!answered.ok) return answered;
    const change = await readChange(deps, answered.value.changeId, { callerId: caller.userId, locale });
    return { ...answered, ...change };
  }),
  userRoute(changeList, (page, { caller, locale }) =>
    listChanges(deps, page, { callerId: caller.userId, locale }),
  ),
  userRoute(milestoneRest, (form, { caller, locale }) =>
    estimateMilestoneRest(deps, form, { callerId: caller.userId, locale }),
  ),
  userRoute(quoteRest, (form, { caller, locale }) =>
    estimateQuoteRest(deps, form, { callerId: caller.userId, locale }),
  ),
  userRoute(awardedJob, ({ jobId }, { caller, locale }) => readContract(deps, jobId, caller.userId, locale)),
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

/** Does the caller use our web app, and not an API client of their own? */
const isOnWeb = ({ web, token }: Pick<Context, 'web' | 'token'>): boolean => web && token === null;

const ONGOING: readonly JobState[] = ['awarded', 'in_progress', 'ending'];

function toJobStates(
  scope: 'ongoing' | 'all',
  filter: 'all' | 'awarded' | 'completed',
): readonly JobState[] | null {
  if (scope === 'ongoing' || filter === 'awarded') return ONGOING;
  return filter === 'completed' ? ['completed'] : null;
}
