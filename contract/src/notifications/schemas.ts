import * as z from 'zod/mini';

export const notificationWire = z.object({
  id: z.number(),
  type: z.string(),
  notification: z.string(),
  created: z.string(),
  read_status: z.number(),
  path: z.nullable(z.string()),
});

export const unreadWire = z.object({
  data: z.null(),
  read_status: z.number(),
  notification_count: z.number(),
});
