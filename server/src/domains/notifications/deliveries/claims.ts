import { getGroup, type OutsideChannel } from '@fws/contract/notifications/channels';
import { NOTIFICATION_TYPES } from '@fws/contract/notifications/model';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue, type QueuedTask } from '../../../platform/queue/index.ts';
import {
  ATTEMPTS_MAX,
  getChannelState,
  getClaimMs,
  isReachable,
  TOO_LATE_MS,
  type Recipient,
} from './rules.ts';
import {
  bundleDeliveries,
  claimDelivery,
  endAttempt,
  findDelivery,
  listBundle,
  listSeen,
  loadRecipients,
  lockCompany,
  lockDelivery,
  skipDeliveries,
  type DeliveryRow,
} from './store.ts';

/** A message that this process alone may send now. */
export interface Claim {
  delivery: DeliveryRow;
  bundle: readonly DeliveryRow[];
  recipient: Recipient;
  /** An earlier attempt may have been accepted. */
  isRepeat: boolean;
}

/** Decides in one transaction what is sent now; null when nothing is. */
export async function claimMessage(deps: Deps, tx: Tx, id: number): Promise<Claim | null> {
  const now = deps.ports.clock.now();
  const found = await findDelivery(tx, id);
  const recipient = found && (await loadRecipients(tx, [found.user_id])).get(found.user_id);
  if (!found || !recipient) return null;
  if (found.status === 'waiting' && found.send_at > now) {
    await enqueueDelivery(tx, found, found.send_at);
    return null;
  }
  if (found.status === 'waiting' && !found.is_urgent) {
    const due = await lockCompany(tx, { userId: found.user_id, channel: found.channel }, now);
    return claimWaiting(deps, tx, { due, recipient });
  }
  const delivery = await lockDelivery(tx, id);
  if (delivery?.status === 'sending') return claimAgain(deps, tx, { delivery, recipient });
  return delivery?.status === 'waiting' ? claimWaiting(deps, tx, { due: [delivery], recipient }) : null;
}

async function claimWaiting(
  deps: Deps,
  tx: Tx,
  { due, recipient }: { due: readonly DeliveryRow[]; recipient: Recipient },
): Promise<Claim | null> {
  const now = deps.ports.clock.now();
  const [leader, ...others] = await dropUnwanted(tx, due, recipient, now);
  if (!leader) return null;
  if (others.length > 0)
    await bundleDeliveries(
      tx,
      others.map((other) => other.id),
      leader.id,
      now,
    );
  await claimDelivery(tx, leader.id, { provider: getProvider(deps, leader.channel), now });
  return { delivery: leader, bundle: [leader, ...others], recipient, isRepeat: false };
}

/** The reason of a delivery whose attempts so far have reached no vendor. */
export const NOT_SENT = 'not_sent';

/** An earlier attempt ended without an answer, or its process did, or the vendor took nothing. */
async function claimAgain(
  deps: Deps,
  tx: Tx,
  { delivery, recipient }: Pick<Claim, 'delivery' | 'recipient'>,
): Promise<Claim | null> {
  const now = deps.ports.clock.now();
  const isSent = delivery.reason !== NOT_SENT;
  const claimEndsAt = isSent ? (delivery.claimed_at?.getTime() ?? 0) + getClaimMs(delivery.channel) : 0;
  const nextAt = new Date(Math.max(claimEndsAt, delivery.send_at.getTime()));
  if (nextAt > now) {
    await enqueueDelivery(tx, delivery, nextAt);
    return null;
  }
  const isTooLate = now.getTime() - delivery.created_at.getTime() > TOO_LATE_MS;
  if (isTooLate || delivery.attempts >= ATTEMPTS_MAX) {
    await endAttempt(tx, delivery.id, { status: 'failed', reason: 'no_answer' }, now);
    return null;
  }
  await claimDelivery(tx, delivery.id, { provider: getProvider(deps, delivery.channel), now });
  return { delivery, bundle: await listBundle(tx, delivery), recipient, isRepeat: isSent };
}

/** Skips what its reader has seen in the app, has turned off since, or would get too late. */
async function dropUnwanted(
  tx: Tx,
  due: readonly DeliveryRow[],
  recipient: Recipient,
  now: Date,
): Promise<DeliveryRow[]> {
  const seen = await listSeen(tx, due);
  const decide = (delivery: DeliveryRow): string | null => {
    if (now.getTime() - delivery.send_at.getTime() > TOO_LATE_MS) return 'too_late';
    if (delivery.alert_id !== null || delivery.type === 'test') return null;
    if (!isReachable(recipient, delivery.channel)) return 'not_reachable';
    const type = NOTIFICATION_TYPES.find((each) => each === delivery.type);
    if (type === undefined) return 'unknown_type';
    const state = getChannelState(recipient.choices, getGroup(type), delivery.channel);
    if (state === 'off') return 'turned_off';
    // Whoever reads it in the app may not be the owner of the account.
    return state === 'on' && seen.has(delivery.id) ? 'seen' : null;
  };
  const reasons = new Map(due.map((delivery) => [delivery.id, decide(delivery)]));
  for (const reason of new Set(reasons.values()))
    if (reason !== null)
      await skipDeliveries(
        tx,
        due.filter(({ id }) => reasons.get(id) === reason).map(({ id }) => id),
        reason,
        now,
      );
  return due.filter(({ id }) => reasons.get(id) === null);
}

type Sendable = Pick<DeliveryRow, 'id' | 'is_urgent'>;

/** The task that sends a delivery. What is not urgent has a task of its own, which others overtake. */
export const buildDeliveryTask = ({ id, is_urgent }: Sendable): QueuedTask => ({
  task: is_urgent ? 'deliver_notification' : 'deliver_bundle',
  payload: { deliveryId: id },
});

export function enqueueDelivery(tx: Tx, delivery: Sendable, at: Date): Promise<void> {
  const { task, payload } = buildDeliveryTask(delivery);
  return enqueue(tx, task, payload, { runAt: at });
}

function getProvider({ ports }: Deps, channel: OutsideChannel): string {
  if (channel === 'sms') return ports.sms.provider;
  if (channel === 'whatsapp') return ports.whatsApp?.provider ?? 'none';
  return channel === 'push' ? 'push' : 'smtp';
}
