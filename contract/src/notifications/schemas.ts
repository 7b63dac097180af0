import * as z from 'zod/mini';
import { pageFields } from '../platform/schemas.ts';
import { NOTIFICATION_TYPES } from './model.ts';

export const page = z.object(pageFields);

export const notification = z.object({
  id: z.number(),
  type: z.enum(NOTIFICATION_TYPES),
  /** In the reader's language. */
  text: z.string(),
  createdAt: z.string(),
  read: z.boolean(),
  /** The screen it is about, as a path of the web app. */
  path: z.nullable(z.string()),
});
export type Notification = z.output<typeof notification>;

export const unreadCount = z.number();
