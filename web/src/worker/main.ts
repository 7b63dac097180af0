import { sendWaitingInBackground } from '../platform/outbox/send.ts';
import { OUTBOX_SYNC } from '../platform/outbox/actions.ts';
import { renewSubscription } from '../platform/push/subscription.ts';
import { deleteUnusedBuilds, isReplaced } from './builds.ts';
import { answerAsset, fillRest, fillShell, PAGES } from './caching.ts';
import { answerNavigation } from './pages.ts';
import { findClickedPath, openPath, readPush, showPush } from './pushes.ts';

declare const self: ServiceWorkerGlobalScope;

// The service worker: docs/offline.md. It keeps the app's files, answers navigations without a network, sends what waits,
// and shows pushes. It never answers for /api, /files, /pay, /webhooks and /admin, and keeps nothing of them.

self.addEventListener('install', (event) => event.waitUntil(fillShell()));

self.addEventListener('activate', (event) => {
  // The server's answer starts while the worker does.
  event.waitUntil(
    Promise.all([self.registration.navigationPreload?.enable().catch(() => undefined), self.clients.claim()]),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const answer =
    request.mode === 'navigate'
      ? answerNavigation(event)
      : /^\/(?:assets\/|icon\.svg$|icons\/|manifest)/.test(url.pathname)
        ? answerAsset(request)
        : undefined;
  if (answer) event.respondWith(answer);
});

type Message = { type: 'hello'; files: string[] } | { type: 'activate' } | { type: 'forget' };

self.addEventListener('message', (event) => {
  const message = event.data as Message;
  switch (message.type) {
    case 'hello':
      // The newer worker fetches files of its own, and starts once this one has nothing to do.
      if (isReplaced()) return;
      return event.waitUntil(deleteUnusedBuilds().then(() => fillRest(message.files)));
    case 'activate':
      // Only when the user or an idle page asks for it: see platform/update.
      return event.waitUntil(self.skipWaiting());
    case 'forget':
      return event.waitUntil(caches.delete(PAGES));
  }
});

self.addEventListener('sync', (event) => {
  const sync = event as ExtendableEvent & { tag: string };
  if (sync.tag === OUTBOX_SYNC) sync.waitUntil(sendWaitingInBackground());
});

self.addEventListener('push', (event) => event.waitUntil(showPush(readPush(event.data?.text()))));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(findClickedPath(event.notification.data, event.action)));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(self.registration.pushManager, event));
});
