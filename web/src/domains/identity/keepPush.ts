/** After a login: a browser that showed pushes before goes on to show them. */
export async function keepPush(): Promise<void> {
  // Missing in Safari outside of an installed app.
  if ((globalThis.Notification as typeof Notification | undefined)?.permission !== 'granted') return;
  const { readdSubscription } = await import('../../platform/push/subscribe.ts');
  // Without it the settings show that push is off here, and turn it on again.
  await readdSubscription().catch(() => undefined);
}
