import * as calls from '@fws/contract/reviews/calls';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { leaveRating } from './ratings/service.ts';
import { replyReview, writeReview } from './service.ts';
import { listReviews, readJobReviews } from './view.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.leaveRating, (command, { caller }) => leaveRating(deps, command, caller.userId)),
  userRoute(calls.writeReview, (command, { caller }) => writeReview(deps, command, caller.userId)),
  userRoute(calls.replyReview, (command, { caller }) => replyReview(deps, command, caller.userId)),
  userRoute(calls.jobReviews, ({ jobId }, { caller }) => readJobReviews(deps, jobId, caller.userId)),
  userRoute(calls.reviewList, (params, { caller }) => listReviews(deps, caller.userId, params)),
];
