/** This browser's subscription; null when there is none, or no push. */
export async function findSubscription(): Promise<PushSubscription | null> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await container?.getRegistration().catch(() => undefined);
  return (await registration?.pushManager?.getSubscription().catch(() => null)) ?? null;
}

/** Ends the pushes to this browser. The server removes the subscription when its next push is refused. */
export async function dropSubscription(): Promise<void> {
  const subscription = await findSubscription();
  await subscription?.unsubscribe().catch(() => false);
}
