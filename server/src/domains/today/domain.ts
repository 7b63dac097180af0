import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';

export const todayDomain: Domain = {
  name: 'today',
  imports: ['contracts', 'invitations', 'quotes', 'repeats', 'profile'],
  routes,
};
