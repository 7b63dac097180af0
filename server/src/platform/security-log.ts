import type { SecurityEventKind } from '@fws/contract/identity/model';
import { getCurrentRequest } from './request-origin.ts';
import type { Tx } from './db/index.ts';
import type { SecurityEventDetails } from './db/tables.ts';

export interface NewSecurityEvent {
  kind: SecurityEventKind;
  /** Whose account it concerns; null when no account matches. */
  userId: number | null;
  /** Who did it, when that is not the account's owner. */
  actorId?: number;
  /** Identifiers and codes for investigations: never a secret, a one-time code, identity or bank data. */
  details?: SecurityEventDetails;
}

const USER_AGENT_MAX = 300;

/**
 * Adds a line to the security log, with the address and device of the current request. Call it in the transaction of
 * the event, or in a separate one when that is rolled back.
 */
export async function recordSecurityEvent(tx: Tx, event: NewSecurityEvent, now: Date): Promise<void> {
  const origin = getCurrentRequest();
  await tx
    .insertInto('security_event')
    .values({
      at: now,
      user_id: event.userId,
      kind: event.kind,
      actor_id: event.actorId ?? null,
      address: origin?.address ?? '',
      device: (origin?.userAgent ?? '').slice(0, USER_AGENT_MAX),
      details: JSON.stringify(event.details ?? {}),
    })
    .execute();
}
