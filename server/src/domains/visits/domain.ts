import { visitTranslations } from '../../legacy/visits.ts';
import type { Domain } from '../../platform/domain.ts';
import { SECRET_USE } from './door/service.ts';
import type { VisitEvents } from './events.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';
import { tasks } from './tasks.ts';

/** `visitEvents` is how the domain above hears what a visit decided. */
export const createVisitsDomain = (visitEvents: VisitEvents): Domain => ({
  name: 'visits',
  // Visits report to contracts through VisitEvents, which the registry wires.
  imports: ['disputes', 'escrow', 'notifications', 'profile'],
  translations: visitTranslations,
  tables: TABLES,
  // Of milestones, only one that a visit starts.
  objects: Object.fromEntries(
    [
      'on_my_way',
      'arrived',
      'start_visit',
      'end_visit',
      'claim_no_show',
      'answer_no_show',
      'add_door_key',
    ].map((name) => [`${name}.milestoneId`, 'visitMilestone']),
  ),
  routes: (deps) => routes({ ...deps, visitEvents }),
  tasks: (deps) => tasks({ ...deps, visitEvents }),
  crontab: ['*/5 * * * * watch_visits'],
  sealedColumns: [{ table: 'visit', primaryKey: 'job_id', column: 'secret', use: SECRET_USE }],
});
