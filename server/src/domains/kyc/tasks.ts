import type { Deps } from '../../platform/domain.ts';
import { getPayloadText, type Tasks } from '../../platform/queue/index.ts';
import { settleIdentity } from './aadhaar.ts';
import { checkIdentity } from './checks.ts';

export const tasks = (deps: Deps): Tasks => ({
  check_identity: ({ checkId }) => checkIdentity(deps, Number(checkId)),
  settle_identity: (payload) => settleIdentity(deps, getPayloadText(payload, 'sessionId')),
});
