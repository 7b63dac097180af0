import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  repeat_user: ['20/1d', 'series of dates that one user proposes'],
});
