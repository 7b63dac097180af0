import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  report_user: ['30/1d', 'reports of one user'],
  report_address: ['60/1d', 'reports of visitors from one address'],
  block_user: ['100/1d', 'people that one user blocks'],
});
