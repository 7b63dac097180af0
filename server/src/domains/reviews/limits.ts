import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  review_user: ['60/1d', 'reviews and replies that one user writes or changes'],
});
