import * as calls from '@fws/contract/notifications/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { clearNotifications, loadNotifications, markShown, showNotifications } from './service.ts';
import {
  addPushSubscription,
  agreeToWhatsApp,
  loadSettings,
  removePushSubscription,
  sendTest,
  setChannel,
  setQuietHours,
} from './settings/service.ts';
import { countUnread } from './store.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.unreadCount, async (_, { caller, readFrom }) =>
    done(await countUnread(readFrom(deps).db, caller.userId)),
  ),
  userRoute(calls.notifications, (params, { caller, locale, readFrom }) =>
    loadNotifications(readFrom(deps).db, caller.userId, locale, params),
  ),
  userRoute(calls.markNotificationsRead, ({ shownIds }, { caller }) =>
    markShown(deps, caller.userId, shownIds),
  ),
  userRoute(calls.notificationList, (params, { caller, locale }) =>
    showNotifications(deps, caller.userId, locale, params),
  ),
  userRoute(calls.clearNotifications, (_, { caller }) => clearNotifications(deps, caller.userId)),
  userRoute(calls.notificationSettings, async (_, { caller }) =>
    done(await loadSettings(deps, deps.db, caller)),
  ),
  userRoute(calls.setNotificationChannel, (choice, { caller }) => setChannel(deps, caller, choice)),
  userRoute(calls.setQuietHours, (hours, { caller }) => setQuietHours(deps, caller, hours)),
  userRoute(calls.agreeToWhatsApp, ({ agrees }, { caller, locale }) =>
    agreeToWhatsApp(deps, caller, { agrees, locale }),
  ),
  userRoute(calls.addPushSubscription, (subscription, { caller, locale }) =>
    addPushSubscription(deps, caller, { ...subscription, locale }),
  ),
  userRoute(calls.removePushSubscription, ({ deviceId }, { caller }) =>
    removePushSubscription(deps, caller, deviceId),
  ),
  userRoute(calls.sendTestPush, (_, { caller }) => sendTest(deps, caller.userId)),
];
