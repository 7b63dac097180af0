import * as z from 'zod/mini';
import type { Deps } from '../../platform/domain.ts';
import { defineTasks, type Payloads } from '../../platform/queue/index.ts';
import { createNotifications, notificationType } from './service.ts';

const notice = z.object({
  userId: z.int(),
  type: notificationType,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  path: z.nullable(z.string()),
  /** The id of the event that caused it, so that it is delivered once. */
  dedupeKey: z.string(),
});
const payloads = { notify: notice, notify_many: z.object({ notices: z.array(notice) }) };
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    notify: (only) => createNotifications(deps, [only]),
    notify_many: ({ notices }) => createNotifications(deps, notices),
  });
