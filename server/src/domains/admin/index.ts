import type { Domain } from '../../platform/domain.ts';
import { adminGuard } from './policy.ts';
import { routes } from './routes.ts';

export { appoint, dismiss, resetFactor, userByEmail } from './service.ts';

export const adminDomain: Domain = { name: 'admin', routes, adminGuard };
