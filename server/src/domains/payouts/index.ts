import type { Domain } from '../../platform/domain.ts';
import { http } from './http.ts';
import { crontab, tasks } from './jobs.ts';
import { routes } from './routes.ts';

export { invariants } from './invariants.ts';
export { payoutGatewayOf } from './transfers.ts';

export const payoutsDomain: Domain = { name: 'payouts', routes, tasks, crontab, http };
