import type { Deps } from '../../../platform/domain.ts';
import { defineTasks, noPayload, type CronLine, type Payloads } from '../../../platform/queue/index.ts';
import { deleteOldRefusedWebhooks } from '../../../platform/webhooks.ts';

const payloads = { delete_old_refused_webhooks: noPayload };
declare module '../../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = ({ db }: Deps) =>
  defineTasks(payloads, {
    delete_old_refused_webhooks: () => deleteOldRefusedWebhooks(db),
  });

/** In UTC: 02:45 in India. */
export const crontab: readonly CronLine[] = ['15 21 * * * delete_old_refused_webhooks'];
