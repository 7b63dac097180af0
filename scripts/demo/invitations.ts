import { insertInvitation } from '../../server/src/domains/invitations/index.ts';
import { saveAvailability } from '../../server/src/domains/profile/index.ts';
import type { Tx } from '../../server/src/platform/db/index.ts';
import { demoInvitation } from './people.ts';
import { getRequired, subtractHours } from './tools.ts';

/** An invitation that waits for its worker, who says when they usually take work. */
export async function insertInvitations(
  tx: Tx,
  { people, jobs, now }: { people: Map<string, number>; jobs: Map<string, number>; now: Date },
): Promise<void> {
  const workerId = getRequired(people, demoInvitation.to);
  await saveAvailability(tx, workerId, {
    days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
    hours: { from: '09:00', to: '18:00' },
    holidays: [],
    awayUntil: null,
  });
  await insertInvitation(tx, {
    jobId: getRequired(jobs, demoInvitation.job),
    workerId,
    note: demoInvitation.note,
    now: subtractHours(now, 2),
  });
}
