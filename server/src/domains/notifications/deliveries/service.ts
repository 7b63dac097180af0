import { getGroup, isInAppOnly, isUrgent, type OutsideChannel } from '@fws/contract/notifications/channels';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueueAll, type Notice } from '../../../platform/queue/index.ts';
import { calculateSendTime, chooseChannels, hasOwnerAlert } from './rules.ts';
import { buildDeliveryTask, enqueueDelivery } from './claims.ts';
import {
  insertDeliveries,
  listOverdue,
  loadRecipients,
  type InsertedDelivery,
  type NewDelivery,
} from './store.ts';

/** Records by which channels these notifications go out, and when, in the transaction that creates them. */
export async function planDeliveries(
  deps: Pick<Deps, 'config' | 'ports'>,
  tx: Tx,
  notices: readonly Notice[],
): Promise<void> {
  if (notices.length === 0) return;
  const now = deps.ports.clock.now();
  const recipients = await loadRecipients(tx, [...new Set(notices.map(({ userId }) => userId))]);
  const deliveries = notices.flatMap((notice): NewDelivery[] => {
    const recipient = recipients.get(notice.userId);
    if (!recipient || isInAppOnly(notice.type)) return [];
    const group = getGroup(notice.type);
    const urgent = isUrgent(group);
    return chooseChannels(group, recipient, deps.config.notificationChannels)
      .filter((channel) => !hasOwnerAlert(notice.type, channel))
      .map((channel) => ({
        ...notice,
        channel,
        alertId: null,
        isUrgent: urgent,
        sendAt: calculateSendTime(now, { isUrgent: urgent, channel, quietHours: recipient.quietHours }),
      }));
  });
  if (deliveries.length > 0) await enqueueSending(tx, await insertDeliveries(tx, deliveries, now), now);
}

/** One task for each message: what is not urgent goes with the first delivery of its message. */
async function enqueueSending(tx: Tx, inserted: readonly InsertedDelivery[], now: Date): Promise<void> {
  const messages = new Map(
    inserted
      .toReversed()
      .map((row) => [row.is_urgent ? row.id : `${row.user_id} ${row.channel} ${row.send_at.getTime()}`, row]),
  );
  const due = [...messages.values()].filter(({ send_at }) => send_at <= now);
  await enqueueAll(tx, due.map(buildDeliveryTask));
  for (const message of messages.values())
    if (message.send_at > now) await enqueueDelivery(tx, message, message.send_at);
}

/** An alert to the owner of an account. It goes to the contacts of before the change, whatever the owner has chosen. */
export function deliverOwnerAlert(
  deps: Deps,
  alert: { alertId: number; userId: number; channel: 'mobile' | 'email'; isStop: boolean },
): Promise<void> {
  const now = deps.ports.clock.now();
  const channel: OutsideChannel = alert.channel === 'mobile' ? 'sms' : 'email';
  return inTx(deps.db, async (tx) => {
    const inserted = await insertDeliveries(
      tx,
      [
        {
          userId: alert.userId,
          channel,
          dedupeKey: alert.isStop ? `alert:${alert.alertId}:stop` : `alert:${alert.alertId}`,
          type: alert.isStop ? 'withdrawals_stopped' : 'owner_alert',
          values: {},
          path: null,
          alertId: alert.alertId,
          isUrgent: true,
          sendAt: now,
        },
      ],
      now,
    );
    await enqueueSending(tx, inserted, now);
  });
}

const TEST_EVERY_MS = 10_000;

/** A message that shows a person how push messages look; at most one in ten seconds. */
export async function deliverTest(tx: Tx, userId: number, now: Date): Promise<void> {
  const delivery: NewDelivery = {
    userId,
    channel: 'push',
    dedupeKey: `test:${Math.floor(now.getTime() / TEST_EVERY_MS)}`,
    type: 'test',
    values: {},
    path: null,
    alertId: null,
    isUrgent: true,
    sendAt: now,
  };
  await enqueueSending(tx, await insertDeliveries(tx, [delivery], now), now);
}

const OVERDUE_MS = 60_000;
const OVERDUE_BATCH = 500;

/** Sends what is overdue because its task was lost: none is missed, however the queue came to lose it. */
export async function resumeDeliveries({ db, ports }: Deps): Promise<void> {
  const overdue = await listOverdue(db, new Date(ports.clock.now().getTime() - OVERDUE_MS), OVERDUE_BATCH);
  await inTx(db, (tx) => enqueueAll(tx, overdue.map(buildDeliveryTask)));
}
