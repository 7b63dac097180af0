import * as calls from '@fws/contract/notifications/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { clearNotifications, showNotifications } from './service.ts';
import { countUnread } from './store.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.unreadCount, async (_, { caller }) => done(await countUnread(deps.db, caller.userId))),
  userRoute(calls.notificationList, (params, { caller, locale }) =>
    // An admin who impersonates a user does not mark notifications as read.
    showNotifications(deps, caller.userId, locale, { ...params, markRead: !caller.impersonation }),
  ),
  userRoute(calls.clearNotifications, (_, { caller }) => clearNotifications(deps, caller.userId)),
];
