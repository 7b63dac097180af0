import type { Deps } from '../../../platform/domain.ts';
import type { Tasks } from '../../../platform/queue/index.ts';
import { deleteOldRefusedWebhooks } from '../../../platform/webhooks.ts';

export const tasks = ({ db }: Deps): Tasks => ({
  forget_refused_webhooks: () => deleteOldRefusedWebhooks(db),
});

/** In UTC: 02:45 in India. */
export const crontab = ['15 21 * * * forget_refused_webhooks'];
