import * as z from 'zod/mini';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, type Payloads } from '../../platform/queue/index.ts';
import { settleIdentity } from './aadhaar/service.ts';
import { checkIdentity } from './checks/service.ts';

const payloads = {
  check_identity: z.object({ checkId: z.int() }),
  settle_identity: z.object({ sessionId: z.string() }),
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    check_identity: ({ checkId }) => checkIdentity(deps, checkId),
    settle_identity: ({ sessionId }) => settleIdentity(deps, sessionId),
  });
