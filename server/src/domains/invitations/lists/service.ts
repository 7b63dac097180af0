import { INVITATIONS_PER_JOB_MAX } from '@fws/contract/invitations/model';
import type {
  InvitationPage,
  InvitedPage,
  InviteOptions,
  JobInvitation,
} from '@fws/contract/invitations/schemas';
import { pickCurrent } from '@fws/contract/profile/availability/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findJob, isPoster, loadJobs } from '../../jobs/index.ts';
import { areBlocked, listBlockedIds, loadAvailabilities, loadPeople } from '../../profile/index.ts';
import { isMutingAll } from '../muting/store.ts';
import { maySeeInvitation } from '../policy.ts';
import { findInvitable } from '../service.ts';
import { countInvited } from '../store.ts';
import { toInvitation, toInvited, toJobOption } from '../view.ts';
import { findWorkerInvitation, listInvited, listOptions, listWaiting } from './store.ts';

export async function listOwnInvitations(
  { db, ports }: Deps,
  workerId: number,
  params: PageRequest,
): Promise<Outcome<InvitationPage>> {
  const now = ports.clock.now();
  const page = await loadPageByTime(
    params,
    (after) => listWaiting(db, workerId, { now, today: toIstDate(now), after, limit: params.limit }),
    (row) => [row.sent_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const jobs = await loadJobs(
    db,
    rows.map((row) => row.job_id),
  );
  const [people, isMuted] = await Promise.all([
    loadPeople(
      db,
      [...jobs.values()].map((job) => job.poster_id),
    ),
    isMutingAll(db, workerId),
  ]);
  const items = rows.flatMap((row) => {
    const job = jobs.get(row.job_id);
    const poster = job && people.get(job.poster_id);
    return job && poster ? [toInvitation(row, { job, poster })] : [];
  });
  return done({ items, nextCursor, isMuted });
}

/** The caller's invitation to one job, in any state, unless the job is hidden from them. */
export async function findOwnInvitation(
  { db }: Deps,
  workerId: number,
  jobId: number,
): Promise<Outcome<JobInvitation>> {
  const row = await findWorkerInvitation(db, { jobId, workerId });
  const job = row && (await findJob(db, jobId));
  if (!row || !job) return done({ invitation: null });
  if (!maySeeInvitation(job, await areBlocked(db, workerId, job.poster_id)))
    return done({ invitation: null });
  const poster = (await loadPeople(db, [job.poster_id])).get(job.poster_id);
  return done({ invitation: poster ? toInvitation(row, { job, poster }) : null });
}

/** Whom the poster of a job has invited. */
export async function listJobInvitations(
  { db, ports }: Deps,
  posterId: number,
  { jobId, ...params }: PageRequest & { jobId: number },
): Promise<Outcome<InvitedPage>> {
  const job = await findJob(db, jobId);
  if (!job || !isPoster(job, posterId)) return refuse('not_found', 'jobs.not_found');
  const hiddenIds = await listBlockedIds(db, posterId);
  const page = await loadPageByTime(
    params,
    (after) => listInvited(db, jobId, { after, limit: params.limit, hiddenIds }),
    (row) => [row.sent_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const [people, invited] = await Promise.all([
    loadPeople(
      db,
      rows.map((row) => row.worker_id),
    ),
    countInvited(db, jobId),
  ]);
  const now = ports.clock.now();
  const items = rows.flatMap((row) => {
    const person = people.get(row.worker_id);
    return person ? [toInvited(row, { job, person, now })] : [];
  });
  return done({ items, nextCursor, left: Math.max(0, INVITATIONS_PER_JOB_MAX - invited) });
}

/** The open jobs of the caller, for the dialog that invites a person. */
export async function listInviteOptions(
  { db, ports }: Deps,
  posterId: number,
  { userId, ...params }: PageRequest & { userId: number },
): Promise<Outcome<InviteOptions>> {
  const person = await findInvitable(db, posterId, userId);
  if (!person.ok) return person;
  const today = toIstDate(ports.clock.now());
  const page = await loadPageByTime(
    params,
    (after) => listOptions(db, { posterId, workerId: userId, today }, { after, limit: params.limit }),
    (row) => [row.posted_at, row.id],
  );
  if (!page.ok) return page;
  const { id, firstName } = person.value;
  const availability = (await loadAvailabilities(db, [id])).get(id) ?? null;
  return done({
    person: { id, firstName, availability: pickCurrent(availability, today) },
    items: page.value.rows.map(toJobOption),
    nextCursor: page.value.nextCursor,
  });
}
