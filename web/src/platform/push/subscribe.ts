import { addPushSubscription, removePushSubscription } from '@fws/contract/notifications/calls';
import type { NotificationSettings } from '@fws/contract/notifications/schemas';
import { callApi } from '../client/index.ts';
import { findSubscription } from './index.ts';
import { toFields } from './subscription.ts';
import { isPushSupported } from './supported.ts';

/** `installFirst`: an iPhone or iPad, where only an installed app takes pushes. */
export type PushState = 'on' | 'off' | 'blocked' | 'installFirst' | 'unsupported';

/** A worker that is being installed is ready soon; where none was registered, it never is. */
const READY_WITHIN_MS = 15_000;

const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad says that it is a Mac.
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** What this browser does with pushes. Asks nobody. */
export async function readPushState(): Promise<PushState> {
  if (!isPushSupported()) return isAppleMobile() ? 'installFirst' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'off';
}

/** Opens the browser's own question. Call it first in the handler of a tap: browsers ask for nothing else. */
export const askForPush = (): Promise<NotificationPermission> => Notification.requestPermission();

/** Subscribes this browser and tells the server. Null: the browser could not subscribe. */
export async function subscribePush(publicKey: string): Promise<NotificationSettings | null> {
  const registration = await waitForWorker();
  const subscription = registration && (await subscribe(registration.pushManager, publicKey));
  return subscription ? sendSubscription(subscription) : null;
}

/** Ends the pushes to this browser. */
export async function unsubscribePush(deviceId: number): Promise<NotificationSettings> {
  const settings = await callApi(removePushSubscription, { deviceId: String(deviceId) });
  const subscription = await findSubscription();
  // The server sends nothing more, whether the browser ends its part or not.
  await subscription?.unsubscribe().catch(() => false);
  return settings;
}

/** After a login: the browser's subscription now belongs to this user and session. */
export async function readdSubscription(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription) await sendSubscription(subscription);
}

const waitForWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), READY_WITHIN_MS);
    }),
  ]);

async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch {
    // One with a former key of the server is in the way, or the browser's push service cannot be reached.
    const former = await pushManager.getSubscription().catch(() => null);
    if (!(await former?.unsubscribe().catch(() => false))) return null;
    return pushManager.subscribe(options).catch(() => null);
  }
}

const sendSubscription = (subscription: PushSubscription): Promise<NotificationSettings> =>
  callApi(addPushSubscription, toFields(subscription));
