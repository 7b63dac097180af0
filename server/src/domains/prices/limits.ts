import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  price_hint_user: ['600/1h', 'prices that one user asks for'],
});
