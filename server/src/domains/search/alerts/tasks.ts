import * as z from 'zod/mini';
import type { Deps } from '../../../platform/deps.ts';
import { defineTasks, noPayload, type Payloads } from '../../../platform/queue/index.ts';
import { deleteExpiredRows, RETENTION } from '../../../platform/retention.ts';
import { matchSavedSearches, sendDailyAlerts } from './service.ts';

const payloads = {
  match_saved_searches: z.object({ jobId: z.string(), afterUserId: z.string() }),
  send_daily_alerts: noPayload,
  delete_old_alerts: noPayload,
};
declare module '../../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const alertTasks = (deps: Deps) =>
  defineTasks(payloads, {
    match_saved_searches: ({ jobId, afterUserId }) =>
      matchSavedSearches(deps, { jobId: Number(jobId), afterUserId: Number(afterUserId) }),
    send_daily_alerts: () => sendDailyAlerts(deps),
    async delete_old_alerts() {
      await deleteExpiredRows(deps.db, RETENTION.alerts, deps.ports.clock.now());
    },
  });
