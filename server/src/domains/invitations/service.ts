import type { NewInvitation, SentInvitation } from '@fws/contract/invitations/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { notify } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { isOpenForQuotes, isPoster, lockJob, readMaskedTexts, type JobRow } from '../jobs/index.ts';
import { areBlocked, getShortName, loadPeople, type PersonRow } from '../profile/index.ts';
import { LIMITS } from './limits.ts';
import { isMuting } from './muting/store.ts';
import { isSelf, mayBeInvited } from './policy.ts';
import { getInviteAbility } from './rules.ts';
import { insertInvitation, readInviteFacts, type InvitationRow } from './store.ts';
import { toSentInvitation } from './view.ts';

/** The same answer for a suspended account, one that does not exist and one across a block. */
export async function findInvitable(
  db: Db | Tx,
  posterId: number,
  userId: number,
): Promise<Outcome<PersonRow>> {
  if (isSelf(posterId, userId)) return refuse('conflict', 'invitations.self');
  const person = (await loadPeople(db, [userId])).get(userId);
  return person && mayBeInvited(person, await areBlocked(db, posterId, userId))
    ? done(person)
    : refuse('not_found', 'invitations.person_unknown');
}

/** The lock of the job keeps others from inviting at the same time, and the worker from quoting. */
export function inviteWorker(
  deps: Deps,
  posterId: number,
  { jobId, userId, note }: NewInvitation,
): Promise<Outcome<SentInvitation>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<SentInvitation>> => {
    const job = await lockJob(tx, jobId);
    if (!job || !isPoster(job, posterId)) return refuse('not_found', 'jobs.not_found');
    const person = await findInvitable(tx, posterId, userId);
    if (!person.ok) return person;
    const facts = await readInviteFacts(tx, { jobId, workerId: userId });
    const ability = getInviteAbility({ ...facts, isOpen: isOpenForQuotes(job, toIstDate(now)) });
    if (!ability.allowed) return refuse('conflict', ability.reason);
    const counted = await countAttempt(tx, deps.config.limits.get(LIMITS.invite_user), String(posterId), now);
    if (!counted.ok) return counted;
    const invitation = await insertInvitation(tx, { jobId, workerId: userId, note, now });
    if (!(await isMuting(tx, { userId, posterId }))) await notifyInvited(tx, job, invitation);
    await publish(tx, { users: [posterId, userId], topic: 'invitations', id: jobId });
    return done(toSentInvitation(invitation, job));
  });
}

async function notifyInvited(tx: Tx, job: JobRow, invitation: InvitationRow): Promise<void> {
  const poster = (await loadPeople(tx, [job.poster_id])).get(job.poster_id);
  await notify(tx, {
    userId: invitation.worker_id,
    type: 'invited',
    values: { person: poster ? getShortName(poster) : '', job: readMaskedTexts(job).title },
    path: `/job/${job.id}`,
    dedupeKey: `invitation:${invitation.id}`,
  });
}
