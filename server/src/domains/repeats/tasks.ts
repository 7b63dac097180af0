import * as z from 'zod/mini';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, noPayload, type Payloads } from '../../platform/queue/index.ts';
import { makeDateContract, runRepeats, skipUnpaid } from './timers/service.ts';

const datePayload = z.object({ seriesId: z.string(), day: z.string() });
const payloads = { run_repeats: noPayload, set_repeat_date: datePayload, skip_unpaid_date: datePayload };
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    run_repeats: () => runRepeats(deps),
    set_repeat_date: ({ seriesId, day }) => makeDateContract(deps, { series_id: Number(seriesId), day }),
    skip_unpaid_date: ({ seriesId, day }) => skipUnpaid(deps, { series_id: Number(seriesId), day }),
  });
