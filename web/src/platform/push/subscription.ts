/** The event in which a browser says that it has ended or replaced a subscription; not in TypeScript's library. */
export interface PushSubscriptionChangeEvent extends Event {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
}

/** A subscription as the server takes it. */
export function toFields(subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

/** Tells the server where this browser can be reached. */
export async function addSubscription(subscription: PushSubscription): Promise<boolean> {
  const response = await fetch('/api/add_push_subscription', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-FWS-Client': 'web' },
    body: JSON.stringify(toFields(subscription)),
  }).catch(() => undefined);
  return response?.ok === true;
}

/** Subscribes again with the same key of the server, and tells the server. */
export async function renewSubscription(
  pushManager: PushManager,
  { newSubscription, oldSubscription }: PushSubscriptionChangeEvent,
): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? null;
  const subscription =
    newSubscription ??
    (applicationServerKey === null
      ? await pushManager.getSubscription()
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  if (subscription) await addSubscription(subscription);
}
