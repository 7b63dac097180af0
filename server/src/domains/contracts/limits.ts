import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  change_user: ['60/1d', 'changes of plans that one user proposes, also in answer to another'],
});
