import * as z from 'zod/mini';
import type { Deps } from '../../platform/deps.ts';
import {
  defineTasks,
  noPayload,
  type CronLine,
  type Payloads,
  type TaskPriorities,
} from '../../platform/queue/index.ts';
import { lapseChange, watchChanges } from './change-orders/tasks.ts';
import { autoRelease, watchReleases } from './auto-release/service.ts';
import { requestSuspendedPayments, returnUntouched } from './suspension/service.ts';
import { continueEndingTask, endSplit, remindSplit, watchEndings } from './splitting/tasks.ts';

const payloads = {
  watch_releases: noPayload,
  auto_release: z.object({ milestoneId: z.int() }),
  request_suspended_payments: z.object({ userId: z.number() }),
  return_untouched: z.object({ posterId: z.number(), suspendedAt: z.string() }),
  watch_endings: noPayload,
  continue_ending: z.object({ jobId: z.int() }),
  end_split: z.object({ splitId: z.int() }),
  remind_split: z.object({ splitId: z.int() }),
  watch_changes: noPayload,
  lapse_change: z.object({ changeId: z.int() }),
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const taskPriorities: TaskPriorities = {
  auto_release: 'first',
  continue_ending: 'first',
  end_split: 'first',
};

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    watch_releases: () => watchReleases(deps),
    auto_release: ({ milestoneId }) => autoRelease(deps, milestoneId),
    request_suspended_payments: ({ userId }) => requestSuspendedPayments(deps, userId),
    return_untouched: (suspension) => returnUntouched(deps, suspension),
    watch_endings: () => watchEndings(deps),
    continue_ending: ({ jobId }) => continueEndingTask(deps, jobId),
    end_split: ({ splitId }) => endSplit(deps, splitId),
    remind_split: ({ splitId }) => remindSplit(deps, splitId),
    watch_changes: () => watchChanges(deps),
    lapse_change: ({ changeId }) => lapseChange(deps, changeId),
  });

export const crontab: readonly CronLine[] = [
  '*/5 * * * * watch_releases',
  '*/5 * * * * watch_endings',
  '*/5 * * * * watch_changes',
];
