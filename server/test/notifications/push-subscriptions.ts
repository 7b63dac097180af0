/** As a browser's `PushSubscription` in JSON. */
export interface SandboxSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Subscribes at the sandbox's push service, as a browser does. `label`: how the outbox names the browser. */
export async function subscribeAtSandbox(
  sandboxUrl: string,
  subscription: { label: string; applicationServerKey?: string },
): Promise<SandboxSubscription> {
  const response = await fetch(`${sandboxUrl}/push/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  });
  if (!response.ok) throw new Error(`the sandbox answers ${response.status} to a subscription`);
  return (await response.json()) as SandboxSubscription;
}
