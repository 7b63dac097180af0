import type { Deps } from '../../platform/domain.ts';
import type { Tasks } from '../../platform/jobs/index.ts';
import { checkIdentity } from './service.ts';

export const tasks = (deps: Deps): Tasks => ({
  check_identity: ({ checkId }) => checkIdentity(deps, Number(checkId)),
});
