import type { Domain } from '../../platform/domain.ts';
import { tasks } from './jobs.ts';
import { routes } from './routes.ts';

export { sameName } from './rules.ts';
export { identityOf } from './store.ts';

export const kycDomain: Domain = { name: 'kyc', routes, tasks };
