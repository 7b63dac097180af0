import * as z from 'zod/mini';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, noPayload, type Payloads, type TaskPriorities } from '../../platform/queue/index.ts';
import { deleteExpiredRows, RETENTION } from '../../platform/retention.ts';
import { findAlertOwner } from '../identity/index.ts';
import { deliver } from './deliveries/send.ts';
import { deliverOwnerAlert, resumeDeliveries } from './deliveries/service.ts';
import { createNotifications, notificationType } from './service.ts';

const notice = z.object({
  userId: z.int(),
  type: notificationType,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  path: z.nullable(z.string()),
  /** The id of the event that caused it, so that it is delivered once. */
  dedupeKey: z.string(),
});
const ownerAlert = z.object({ alertId: z.int(), channel: z.enum(['mobile', 'email']) });
const payloads = {
  notify: notice,
  notify_many: z.object({ notices: z.array(notice) }),
  /** Sends an urgent message. */
  deliver_notification: z.object({ deliveryId: z.int() }),
  /** Sends a message that waited for others of the same person: a task of its own, because a priority belongs to a name. */
  deliver_bundle: z.object({ deliveryId: z.int() }),
  send_owner_alert: ownerAlert,
  send_withdrawals_stopped: ownerAlert,
  /** Queued by the former version, whose notification of the same event goes out by itself now. */
  send_withdrawals_allowed: noPayload,
  resume_deliveries: noPayload,
  delete_old_deliveries: noPayload,
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

/** An alert must reach the owner of an account before whoever took it over acts. */
export const taskPriorities: TaskPriorities = {
  send_owner_alert: 'first',
  send_withdrawals_stopped: 'first',
  deliver_bundle: 'later',
  delete_old_deliveries: 'later',
};

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    notify: (only) => createNotifications(deps, [only]),
    notify_many: ({ notices }) => createNotifications(deps, notices),
    deliver_notification: ({ deliveryId }) => deliver(deps, deliveryId),
    deliver_bundle: ({ deliveryId }) => deliver(deps, deliveryId),
    send_owner_alert: (alert) => sendOwnerAlert(deps, { ...alert, isStop: false }),
    send_withdrawals_stopped: (alert) => sendOwnerAlert(deps, { ...alert, isStop: true }),
    send_withdrawals_allowed: async () => {},
    resume_deliveries: () => resumeDeliveries(deps),
    async delete_old_deliveries() {
      await deleteExpiredRows(deps.db, RETENTION.deliveries, deps.ports.clock.now());
    },
  });

async function sendOwnerAlert(
  deps: Deps,
  alert: z.output<typeof ownerAlert> & { isStop: boolean },
): Promise<void> {
  const userId = await findAlertOwner(deps.db, alert.alertId);
  if (userId === null) throw new Error('the alert to send was not found');
  await deliverOwnerAlert(deps, { ...alert, userId });
}
