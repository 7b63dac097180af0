import type { WaitReason } from '@fws/contract/payouts/model';
import type { AccountRow } from '../accounts/store.ts';

/** When somebody last got a new password by a code, and when a verified contact was last replaced. */
export interface AccessChanges {
  passwordResetAt: Date | null;
  contactChangedAt: Date | null;
}

/** Until when no new destination is usable, because whoever has the phone number may not be the owner. */
export interface AccessRest {
  since: Date;
  until: Date;
  reason: Extract<WaitReason, 'password_reset' | 'contact_changed' | 'reset_and_changed'>;
}

const HOUR_MS = 3600_000;
const REST_MS = 24 * HOUR_MS;
/** Both within this time of each other look like a takeover: the owner has longer to notice. */
const REST_AFTER_BOTH_MS = 72 * HOUR_MS;
/** A destination this old at the change is the owner's. A shorter time would let a second reset make one old. */
const NEW_MS = 72 * HOUR_MS;

export function findAccessRest({ passwordResetAt, contactChangedAt }: AccessChanges): AccessRest | null {
  const reset = passwordResetAt?.getTime() ?? null;
  const change = contactChangedAt?.getTime() ?? null;
  const last = Math.max(reset ?? 0, change ?? 0);
  if (last === 0) return null;
  if (reset !== null && change !== null && Math.abs(reset - change) <= REST_AFTER_BOTH_MS)
    return {
      since: new Date(Math.min(reset, change)),
      until: new Date(last + REST_AFTER_BOTH_MS),
      reason: 'reset_and_changed',
    };
  return {
    since: new Date(last),
    until: new Date(last + REST_MS),
    reason: last === reset ? 'password_reset' : 'contact_changed',
  };
}

type Restable = Pick<AccountRow, 'destination_at' | 'first_used_at' | 'usable_from' | 'wait_reason'>;

/** The account with the later of its own wait and the rest. A destination that was paid to before is the owner's. */
export function applyRest<Row extends Restable>(row: Row, rest: AccessRest | null): Row {
  if (rest === null || row.destination_at === null || row.usable_from >= rest.until) return row;
  const isOld = row.destination_at.getTime() < rest.since.getTime() - NEW_MS;
  const wasUsed = row.first_used_at !== null && row.first_used_at < rest.since;
  return isOld || wasUsed ? row : { ...row, usable_from: rest.until, wait_reason: rest.reason };
}
