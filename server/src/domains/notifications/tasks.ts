import * as z from 'zod/mini';
import type { Deps } from '../../platform/domain.ts';
import { defineTasks, type Payloads } from '../../platform/queue/index.ts';
import { createNotification, notificationType } from './service.ts';

const payloads = {
  notify: z.object({
    userId: z.int(),
    type: notificationType,
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    path: z.nullable(z.string()),
    /** The id of the event that caused it, so that it is delivered once. */
    dedupeKey: z.string(),
  }),
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, { notify: (notice) => createNotification(deps, notice) });
