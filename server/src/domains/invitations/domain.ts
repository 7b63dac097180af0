import { invitationTranslations } from '../../legacy/invitations.ts';
import type { Domain } from '../../platform/domain.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';
import { tasks } from './tasks.ts';

export const invitationsDomain: Domain = {
  name: 'invitations',
  imports: ['jobs', 'profile'],
  translations: invitationTranslations,
  tables: TABLES,
  limits: LIMITS,
  // Anybody can be invited to one's own job; the answer about an account that is not there is in the wire test.
  objects: { invitationId: 'invitation', 'invite_worker.userId': null },
  routes,
  tasks,
  crontab: ['*/10 * * * * invitation_timers', '27 * * * * mask_invitations'],
};
