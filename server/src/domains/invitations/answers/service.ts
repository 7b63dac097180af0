import { invitationLifecycle } from '@fws/contract/invitations/lifecycle';
import { toIstDate } from '@fws/contract/platform/dates';
import { canTransition, getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { findJob, isOpenForQuotes, type JobRow } from '../../jobs/index.ts';
import { areBlocked, getShortName, loadPeople } from '../../profile/index.ts';
import { isInvited, maySeeInvitation } from '../policy.ts';
import { isWaiting } from '../rules.ts';
import { findInvitation, lockInvitation, transitionInvitations, type InvitationRow } from '../store.ts';

/** Called with every new quote, in its transaction, which holds the lock of the job. */
export async function markQuoted(
  tx: Tx,
  { jobId, workerId, posterId, now }: { jobId: number; workerId: number; posterId: number; now: Date },
): Promise<void> {
  const invitation = await lockInvitation(tx, { jobId, workerId });
  if (!invitation || !canTransition(invitationLifecycle, 'quote', invitation.state, 'worker')) return;
  const by = { role: 'worker' as const, userId: workerId };
  await transitionInvitations(tx, [invitation], 'quote', { by, at: now });
  await publish(tx, { users: [workerId, posterId], topic: 'invitations', id: jobId });
}

/** Repeated, it changes nothing. */
export function declineInvitation(
  { db, ports }: Deps,
  workerId: number,
  invitationId: number,
): Promise<Outcome<null>> {
  const now = ports.clock.now();
  return inTx(db, async (tx): Promise<Outcome<null>> => {
    const found = await findInvitation(tx, { id: invitationId });
    if (!found || !isInvited(found, workerId)) return refuse('not_found', 'invitations.not_found');
    const invitation = await lockInvitation(tx, { jobId: found.job_id, workerId });
    const job = await findJob(tx, found.job_id);
    if (!invitation || !job || !maySeeInvitation(job, await areBlocked(tx, workerId, job.poster_id)))
      return refuse('not_found', 'invitations.not_found');
    if (invitation.state === 'declined') return done(null);
    if (!isWaiting(invitation, { isOpen: isOpenForQuotes(job, toIstDate(now)), now }))
      return refuse('conflict', 'invitations.ended');
    const by = { role: 'worker' as const, userId: workerId };
    await transitionInvitations(tx, [invitation], 'decline', { by, at: now, change: { declined_at: now } });
    await notifyDeclined(tx, job, invitation);
    await publish(tx, { users: [workerId, job.poster_id], topic: 'invitations', id: job.id });
    return done(null);
  });
}

async function notifyDeclined(tx: Tx, job: JobRow, invitation: InvitationRow): Promise<void> {
  const worker = (await loadPeople(tx, [invitation.worker_id])).get(invitation.worker_id);
  await notify(tx, {
    userId: job.poster_id,
    type: getNoticeType(invitationLifecycle, 'decline', 'poster'),
    values: { worker: worker ? getShortName(worker) : '', job: job.title },
    path: `/requestlist/${job.id}`,
    dedupeKey: `invitation:${invitation.id}:declined`,
  });
}
