import { REFUSAL_STATUS, type Refusal } from '@fws/contract/platform/refusal';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import { runInRequest } from '../request-origin.ts';
import { countAttempt, type AttemptLimit } from '../attempts.ts';
import { inTx, type Db } from '../db/index.ts';
import { defineLimits } from '../limits.ts';
import type { Log } from '../log.ts';
import { recordSecurityEvent } from '../security-log.ts';
import type { Caller } from '../caller.ts';

export const ACCESS_LIMITS = defineLimits({
  access_refused_user: [
    '100/1h',
    'refused accesses of one user in the security log; further ones are refused but not logged',
  ],
});

/** Records that a user was refused access to something. Not for guests, nor during impersonation. Never rejects. */
export type NoteRefusedAccess = (
  request: FastifyRequest,
  caller: Caller | null,
  /** The call's name, or the path of other routes. */
  call: string,
  refusal: Refusal,
) => Promise<void>;

/** Writes refused access to the security log, limited per user, so that nobody can fill the log. */
export function createRefusedAccessRecorder(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  limit: AttemptLimit,
): NoteRefusedAccess {
  return async (request, caller, call, refusal) => {
    if (!caller || caller.impersonation || !isRefusedAccess(refusal)) return;
    const { userId } = caller;
    const origin = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const details = { call, status: REFUSAL_STATUS[refusal.kind] };
    const now = clock.now();
    const recordRefusal = () =>
      inTx(db, async (tx) => {
        const counted = await countAttempt(tx, limit, String(userId), now);
        if (counted.ok) await recordSecurityEvent(tx, { kind: 'access_refused', userId, details }, now);
      });
    await runInRequest(origin, recordRefusal).catch((error: unknown) =>
      log.error('refused access could not be logged', error, details),
    );
  };
}

/** A request for a code first is not a refusal, and neither is the normal start of an account. */
const isRefusedAccess = ({ kind, code, stepUp }: Refusal): boolean =>
  (kind === 'forbidden' || kind === 'not_found') &&
  stepUp === undefined &&
  code !== 'identity.mobile_not_verified';
