import { isOwnPath } from '@fws/contract/platform/own-path';
import { getDeviceLanguage } from './offlinePage.ts';

declare const self: ServiceWorkerGlobalScope;

interface Action {
  action: string;
  title: string;
  path: string;
}

interface PushMessage {
  title: string;
  body: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
  path: string;
  actions: Action[];
  /** The number on the app's icon. */
  badge: number | undefined;
}

const GENERAL = {
  en: { title: 'FWS', body: 'There is something new. Tap to see it.' },
  hi: { title: 'FWS', body: 'कुछ नया है। देखने के लिए टैप करें।' },
};
const MAX_ACTIONS = 2;
const NOTIFICATIONS_PATH = '/notifications';

/** What a push says. One that cannot be read is still shown, because a browser may end the permission of silent pushes. */
export function readPush(text: string | undefined): PushMessage {
  const message = parse(text);
  const general = GENERAL[getDeviceLanguage()];
  const { title, body, tag, path, actions, badge } = message;
  const isReadable = typeof title === 'string' && title !== '' && typeof body === 'string';
  return {
    ...(isReadable ? { title, body } : general),
    tag: typeof tag === 'string' && tag !== '' ? tag : 'fws',
    path: toOwnPath(path),
    actions: (Array.isArray(actions) ? (actions as unknown[]) : []).filter(isAction).slice(0, MAX_ACTIONS),
    badge: typeof badge === 'number' && Number.isSafeInteger(badge) && badge >= 0 ? badge : undefined,
  };
}

function parse(text: string | undefined): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text ?? '');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Only a path of our own site is opened. */
const toOwnPath = (path: unknown): string =>
  typeof path === 'string' && isOwnPath(path) ? path : NOTIFICATIONS_PATH;

const isAction = (value: unknown): value is Action =>
  typeof value === 'object' &&
  value !== null &&
  ['action', 'title', 'path'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string') &&
  isOwnPath((value as Action).path);

export async function showPush(message: PushMessage): Promise<void> {
  const { title, body, tag, path, actions, badge } = message;
  const options: NotificationOptions & Record<string, unknown> = {
    body,
    tag,
    // A replaced message sounds again.
    renotify: true,
    icon: '/icons/app-192.png',
    badge: '/icons/badge-96.png',
    actions: actions.map(({ action, title: label }) => ({ action, title: label })),
    data: { path, actions },
  };
  await self.registration.showNotification(title, options);
  if (badge !== undefined) await setBadge(badge);
}

async function setBadge(count: number): Promise<void> {
  const { setAppBadge } = navigator as unknown as { setAppBadge?: (count: number) => Promise<void> };
  await setAppBadge?.call(navigator, count).catch(() => undefined);
}

/** The path that a click on a notification, or on one of its buttons, opens. */
export function findClickedPath(data: unknown, action: string): string {
  const { path, actions = [] } = (data ?? {}) as { path?: unknown; actions?: Action[] };
  return toOwnPath(actions.find((each) => each.action === action)?.path ?? path);
}

const ANSWERS_WITHIN_MS = 1_000;

/** Opens a path in a window of the app, without a reload if it can, else in a new window. */
export async function openPath(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const apps = windows.filter(({ url }) => !/^\/admin(?:\/|$)/.test(new URL(url).pathname));
  const found = apps.find(({ focused }) => focused) ?? apps[0];
  if (!found) return void (await self.clients.openWindow(path));
  await found.focus().catch(() => undefined);
  if (await askToOpen(found, path)) return;
  await found.navigate(path).catch(() => self.clients.openWindow(path));
}

/** A page that runs the app opens the path itself, so that nothing typed is lost by a reload. */
function askToOpen(client: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), ANSWERS_WITHIN_MS);
    client.postMessage({ type: 'open', path }, [port2]);
  });
}
