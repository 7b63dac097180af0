import type { Page } from '@playwright/test';
import { subscribeAtSandbox } from '../../server/test/notifications/push-subscriptions.ts';
import type { Product } from './fixtures.ts';

type Answer = 'granted' | 'denied' | 'default';

interface PushWindow {
  subscribeAtSandbox: (applicationServerKey: string) => Promise<object>;
}

/**
 * Replaces the browser's part of push messages, because a browser without a window allows none: the question, and the
 * subscription, which comes from the sandbox's push service.
 */
export async function usePushStandIn(page: Page, product: Product) {
  await page.exposeFunction('subscribeAtSandbox', (applicationServerKey: string) =>
    subscribeAtSandbox(product.sandboxUrl, { label: 'this browser', applicationServerKey }),
  );
  await page.addInitScript(() => {
    const shared = window as unknown as PushWindow;
    const read = (name: string) => localStorage.getItem(`push:${name}`);
    const store = (name: string, value: string) => localStorage.setItem(`push:${name}`, value);
    const findSubscription = () => {
      const text = read('subscription');
      return text === null
        ? null
        : {
            toJSON: () => JSON.parse(text) as object,
            unsubscribe: async () => {
              localStorage.removeItem('push:subscription');
              return true;
            },
          };
    };
    Object.defineProperty(Notification, 'permission', { get: () => read('permission') ?? 'default' });
    Notification.requestPermission = async () => {
      store('questions', String(Number(read('questions')) + 1));
      store('permission', read('answer') ?? 'default');
      return (read('answer') ?? 'default') as NotificationPermission;
    };
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey;
      if (typeof key !== 'string') throw new TypeError('a subscription without the key of the server');
      store('subscription', JSON.stringify(await shared.subscribeAtSandbox(key)));
      return findSubscription() as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => findSubscription() as unknown as PushSubscription;
    // The app listens for updates of its service worker.
    const registration = Object.assign(new EventTarget(), {
      pushManager: Object.create(PushManager.prototype) as PushManager,
    });
    const container = ServiceWorkerContainer.prototype;
    Object.defineProperty(container, 'ready', { get: () => Promise.resolve(registration) });
    container.getRegistration = async () => registration as ServiceWorkerRegistration;
  });
  return {
    answer: (answer: Answer) => page.evaluate((to) => localStorage.setItem('push:answer', to), answer),
    countQuestions: () => page.evaluate(() => Number(localStorage.getItem('push:questions'))),
    isSubscribed: () => page.evaluate(() => localStorage.getItem('push:subscription') !== null),
  };
}
