import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  connect_user: ['60/1h', 'connections that one user makes'],
  connect_pair: ['3/1d', 'connections that one user makes with the same person'],
  share_user: ['60/1h', 'jobs that one user shares'],
});
