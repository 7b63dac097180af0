import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { crontab, tasks } from './tasks.ts';

export { loadAwards, type Award } from './awards.ts';
export { escrowEvents } from './job-progress.ts';

export const contractsDomain: Domain = { name: 'contracts', routes, tasks, crontab };
