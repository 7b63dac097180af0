import type { Domain } from '../../platform/domain.ts';
import type { EscrowEvents } from './events.ts';
import { http } from './http.ts';
import { routes } from './routes.ts';
import { crontab, taskPriorities, tasks } from './tasks.ts';
import { TABLES } from './tables.ts';

/** `escrowEvents` is how the domain above hears what became of its jobs' money. */
export const createEscrowDomain = (escrowEvents: EscrowEvents): Domain => ({
  name: 'escrow',
  // Escrow reports to contracts through EscrowEvents, which the registry wires.
  imports: ['ledger', 'rests', 'jobs', 'profile', 'links'],
  tables: TABLES,
  objects: {
    orderId: 'order',
    milestoneId: 'milestone',
    milestoneIds: 'milestone',
    splitId: 'split',
  },
  routes,
  taskPriorities,
  tasks: (deps) => tasks({ ...deps, escrowEvents }),
  crontab,
  http,
});
