import type { Deps } from '../../../platform/deps.ts';
import { defineTasks, noPayload, type CronLine, type Payloads } from '../../../platform/queue/index.ts';
import { deleteExpiredRows, RETENTION } from '../../../platform/retention.ts';

const payloads = { delete_old_webhooks: noPayload };
declare module '../../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = ({ db, ports }: Deps) =>
  defineTasks(payloads, {
    delete_old_webhooks: async () => {
      await deleteExpiredRows(db, RETENTION.webhooks, ports.clock.now());
    },
  });

/** In UTC: 02:45 in India. */
export const crontab: readonly CronLine[] = ['15 21 * * * delete_old_webhooks'];
