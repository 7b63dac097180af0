import * as z from 'zod/mini';
import { PAGE_MAX } from '../platform/limits.ts';
import { idText, pageFields } from '../platform/schemas.ts';
import { NOTIFICATION_TYPES } from './model.ts';

export const page = z.object(pageFields);

export const shownNotifications = z.object({
  /** Those of one page. */
  shownIds: z
    .array(idText('notifications.shown_ids'))
    .check(z.maxLength(PAGE_MAX, 'notifications.shown_ids')),
});

export const notification = z.object({
  id: z.number(),
  type: z.enum(NOTIFICATION_TYPES),
  /** In the reader's language. */
  text: z.string(),
  createdAt: z.string(),
  read: z.boolean(),
  /** The screen it is about, as a path of the web app. */
  path: z.nullable(z.string()),
  /** The saved search that it came from, while there is one: `remove_search` stops its messages. */
  searchId: z.nullable(z.number()),
});
export type Notification = z.output<typeof notification>;

export const unreadCount = z.number();
