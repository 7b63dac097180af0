import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  name_check_user: ['40/1d', 'name checks of the payout accounts of one user; the provider charges for each'],
});
