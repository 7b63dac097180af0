import { addPushSubscription } from '@fws/contract/notifications/calls';
import { IST_OFFSET_MS } from '@fws/contract/platform/dates';
import { inTx } from '../../src/platform/db/index.ts';
import { enqueue, notifyMany, type Notice } from '../../src/platform/queue/index.ts';
import type { TestUser } from '../user.ts';
import type { World } from '../world.ts';
import { subscribeAtSandbox, type SandboxSubscription } from './push-subscriptions.ts';

export const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A message as the sandbox's outbox has it. */
export interface Sent {
  id: string;
  channel: string;
  text: string;
  title: string | null;
  subject: string | null;
  html: string | null;
  link: string | null;
  actions: { title: string; link: string | null }[];
}

/** The label of a user's push subscription. */
export const toPushLabel = (user: TestUser) => `user ${user.id}`;

const buildNotice = (
  user: TestUser,
  type: Notice['type'],
  values: Notice['values'],
  event: string,
): Notice => ({ userId: user.id, type, values, path: '/requestlist/7', dedupeKey: event });

/** Urgent: it goes out at once. */
export const buildRelease = (user: TestUser, event: string) =>
  buildNotice(user, 'payment_released', { amount: '₹900', milestone: 'Paint' }, event);
/** Not urgent: it waits for others. */
export const buildQuote = (user: TestUser, event: string, worker = 'Imran') =>
  buildNotice(user, 'quote_received', { worker, amount: '₹900', job: 'Paint' }, event);

/** Steps of tests about messages outside the app, in a world whose clock is stopped. */
export function createDeliverySteps(getWorld: () => World) {
  /** What arrived at a number, an address or the label of a push subscription; the oldest first. */
  async function readOutbox(to: string): Promise<Sent[]> {
    const response = await fetch(`${getWorld().sandboxUrl}/outbox.json?to=${encodeURIComponent(to)}`);
    return ((await response.json()) as Sent[]).toReversed();
  }
  return {
    readOutbox,
    readTexts: async (to: string, channel: string) =>
      (await readOutbox(to)).filter((message) => message.channel === channel).map(({ text }) => text),

    /** The next moment when it is this hour in India. */
    setTimeOfDay: (hour: number): void => {
      const { clock } = getWorld();
      const dayMs = (clock.now().getTime() + IST_OFFSET_MS) % DAY_MS;
      clock.advance((hour * 60 * MINUTE_MS - dayMs + DAY_MS) % DAY_MS);
    },

    subscribe: async (user: TestUser, label = toPushLabel(user)): Promise<SandboxSubscription> => {
      const subscription = await subscribeAtSandbox(getWorld().sandboxUrl, { label });
      await user.done(addPushSubscription, { endpoint: subscription.endpoint, ...subscription.keys });
      return subscription;
    },

    notifyAll: async (...notices: Notice[]): Promise<void> => {
      await inTx(getWorld().db, (tx) => notifyMany(tx, notices));
      await getWorld().drain();
    },

    /** Sends what is due by now: the queue waits by the clock of the database. */
    resume: async (): Promise<void> => {
      await inTx(getWorld().db, (tx) => enqueue(tx, 'resume_deliveries', {}));
      await getWorld().drain();
    },

    /** What became of the last message by each channel. */
    listStatuses: async (user: TestUser): Promise<Record<string, string>> => {
      const deliveries = await getWorld()
        .db.selectFrom('notification_delivery')
        .select(['channel', 'status', 'reason'])
        .where('user_id', '=', user.id)
        .orderBy('id')
        .execute();
      return Object.fromEntries(
        deliveries.map(({ channel, status, reason }) => [
          channel,
          reason === null ? status : `${status}: ${reason}`,
        ]),
      );
    },
  };
}
