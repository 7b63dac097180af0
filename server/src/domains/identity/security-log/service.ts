import type { SecurityEvent } from '@fws/contract/identity/schemas';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { toDeviceName } from '../rules.ts';

/** How many of their own events a user sees. */
const MAX_EVENTS = 50;

export async function listSecurityEvents(deps: Deps, userId: number): Promise<Outcome<SecurityEvent[]>> {
  const events = await deps.db
    .selectFrom('security_event')
    .select(['id', 'at', 'kind', 'device', 'address', 'actor_id'])
    .where('user_id', '=', userId)
    // An outdated link would look like an attack.
    .where('kind', '<>', 'access_refused')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_EVENTS)
    .execute();
  return done(
    events.map((event) => ({
      id: event.id,
      at: event.at.toISOString(),
      kind: event.kind,
      // The device and address of staff are not shown to users.
      device: event.actor_id === null ? toDeviceName(event.device) : '',
      address: event.actor_id === null ? event.address : '',
      byStaff: event.actor_id !== null,
    })),
  );
}

/** Creates the partitions of the coming months and drops those that ended more than 180 days ago. */
export async function rollSecurityLog(db: Db | Tx, now: Date): Promise<void> {
  await sql`SELECT roll_security_log(${now})`.execute(db);
}
