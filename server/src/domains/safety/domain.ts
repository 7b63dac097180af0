import type { Domain } from '../../platform/domain.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';
import { tasks } from './tasks.ts';

export const safetyDomain: Domain = {
  name: 'safety',
  imports: [
    'connections',
    'contracts',
    'conversations',
    'invitations',
    'quotes',
    'reviews',
    'jobs',
    'profile',
    'links',
  ],
  tables: TABLES,
  limits: LIMITS,
  objects: {
    takedownId: 'takedown',
    // Of many kinds: reports of what the reader does not see are refused (reports/reports.wire.test.ts).
    subjectId: null,
    reportCaseId: 'reportCase',
  },
  routes,
  tasks,
  crontab: ['*/5 * * * * end_waits', '40 21 * * 6 review_names'],
};
