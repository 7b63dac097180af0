import { toIstDate } from '@fws/contract/platform/dates';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Photo } from '@fws/contract/platform/schemas';
import { getEditJobAbility } from '@fws/contract/jobs/editing';
import type { Job, JobDetail, OwnJob, PostJob, UpdateJob } from '@fws/contract/jobs/schemas';
import { findCategory } from '../../platform/categories.ts';
import { loadHolds } from '../../platform/content.ts';
import { loadPageByTime, type PageRequest } from '../../platform/cursor.ts';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { attachFile, removeFile, saveFile, type NewFile } from '../../platform/files.ts';
import { lockMayOffer } from '../../platform/offers.ts';
import { attachPhotos, findPhotos, replacePhotos } from '../../platform/photos.ts';
import { checkVersion, computeVersion } from '../../platform/form-version.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { applyAskedChange, mustWait, waitForLook } from './content/service.ts';
import {
  toJob,
  listJobs,
  buildJobsQuery,
  buildJobQuery,
  buildOwnJobsQuery,
  type ListedJob,
} from './lists/service.ts';
import { isHiding, listHiddenInJob } from './masking/rules.ts';
import { isPoster, maySeeJob } from './policy.ts';
import { countPostedJob, findPosterRecord } from './poster-record/service.ts';
import { checkInIndia } from './public-place/abroad.ts';
import { locateJob, type PublicPlace } from './public-place/service.ts';
import { checkDates } from './rules.ts';
import { areBlocked, listBlockedIds } from '../profile/index.ts';
import { loadReliability } from '../reliability/index.ts';
import { hasQuoted, insertJob, findJob, lockJob, updateJobRow, type JobRow } from './store.ts';

/** Null when the places cannot be asked: posting does not depend on them, and `complete_public_jobs` asks again. */
async function findPublicPlace({ ports, log }: Deps, job: PostJob): Promise<PublicPlace | null> {
  try {
    return await locateJob(ports.places, job);
  } catch (error) {
    log.error('the place of a job was not found', error);
    return null;
  }
}

/** Posting goes on when the places cannot be asked. */
async function checkPlace({ ports, log }: Deps, job: PostJob): Promise<Outcome<null>> {
  try {
    return await checkInIndia(ports.places, job);
  } catch (error) {
    log.error('the place of a job was not checked', error);
    return done(null);
  }
}

export async function postJob(
  deps: Deps,
  posterId: number,
  command: PostJob,
  upload: NewFile['upload'] | undefined,
): Promise<Outcome<JobDetail>> {
  const now = deps.ports.clock.now();
  const dates = checkDates(command, { now, daysAhead: deps.config.jobDaysAhead });
  if (!dates.ok) return dates;
  const category = await findCategory(deps.db, command.categoryId);
  if (!category || category.isHidden) return refuseField('categoryId', 'jobs.category_unknown');
  const inIndia = await checkPlace(deps, command);
  if (!inIndia.ok) return inIndia;
  const place = await findPublicPlace(deps, command);
  const attachmentId = upload ? await saveFile(deps, { ownerId: posterId, subject: 'job', upload }) : null;
  const posted = await inTx(deps.db, async (tx): Promise<Outcome<number>> => {
    const allowed = await lockMayOffer(tx, posterId);
    if (!allowed.ok) return allowed;
    // Not the time of the request: storing the file may have taken long, and a poster's own list counts from this.
    const postedAt = deps.ports.clock.now();
    const id = await insertJob(tx, {
      ...command,
      categoryId: category.id,
      place,
      posterId,
      attachmentId,
      now: postedAt,
    });
    if (attachmentId) await attachFile(tx, attachmentId, id);
    const photos = { ids: command.photoIds ?? [], ownerId: posterId, subject: 'job', subjectId: id } as const;
    const attached = await attachPhotos(tx, photos);
    if (!attached.ok) return attached;
    await countPostedJob(tx, posterId);
    if (await mustWait(tx, posterId, { ...command, id }))
      await waitForLook(tx, { id, poster_id: posterId, state: 'open' }, postedAt);
    await enqueueSearchTasks(tx, id);
    return done(id);
  });
  return posted.ok ? findVisibleJob(deps, posterId, posted.value) : posted;
}

/** Updates a job that has no quotes. A quote that is submitted at the same time waits for the lock. */
export async function updateJob(
  deps: Deps,
  posterId: number,
  command: UpdateJob,
  upload: NewFile['upload'] | undefined,
): Promise<Outcome<JobDetail>> {
  const now = deps.ports.clock.now();
  const allowed = checkEdit(await findJob(deps.db, command.jobId), posterId);
  if (!allowed.ok) return allowed;
  const dates = checkDates(command, { now, daysAhead: deps.config.jobDaysAhead });
  if (!dates.ok) return dates;
  const category = await findCategory(deps.db, command.categoryId);
  if (!category || (category.isHidden && category.id !== allowed.value.category_id))
    return refuseField('categoryId', 'jobs.category_unknown');
  const inIndia = await checkPlace(deps, command);
  if (!inIndia.ok) return inIndia;
  const place = await findPublicPlace(deps, command);
  const newFileId = upload ? await saveFile(deps, { ownerId: posterId, subject: 'job', upload }) : null;
  const outcome = await inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const job = checkEdit(await lockJob(tx, command.jobId), posterId);
    if (!job.ok) return job;
    const { id, attachment_id: oldFileId } = job.value;
    const photosNow = (await findPhotos(tx, 'job', [id])).get(id) ?? [];
    const unchanged = checkVersion(command.version, pickEditable(job.value, photosNow));
    if (!unchanged.ok) return unchanged;
    const attachmentId = newFileId ?? oldFileId;
    await updateJobRow(tx, id, { ...command, categoryId: category.id, place, attachmentId });
    if (newFileId) {
      await attachFile(tx, newFileId, id);
      if (oldFileId) await removeFile(tx, oldFileId);
    }
    if (command.photoIds) {
      const photos = { ids: command.photoIds, ownerId: posterId, subject: 'job', subjectId: id } as const;
      const replaced = await replacePhotos(tx, photos);
      if (!replaced.ok) return replaced;
    }
    await enqueueSearchTasks(tx, id);
    if (job.value.held_back === 'change_asked') {
      const applied = await applyAskedChange(tx, job.value, now);
      if (!applied.ok) return applied;
    }
    // The quotes domain depends on this one. A withheld quote was made for the job as it was.
    else await enqueue(tx, 'drop_withheld_quotes', { jobId: String(id) });
    await publish(tx, { users: [posterId], topic: 'job', id });
    return done(null);
  });
  return outcome.ok ? findVisibleJob(deps, posterId, command.jobId) : outcome;
}

/**
 * Searches find the job, and the owners of saved searches are told of it. The search domain depends on this one, so it is
 * called through the queue.
 */
async function enqueueSearchTasks(tx: Tx, jobId: number): Promise<void> {
  await enqueue(tx, 'index_jobs', { jobIds: [String(jobId)] });
  await enqueue(tx, 'match_saved_searches', { jobId: String(jobId), afterUserId: '0' });
}

/** What the form of a job may change. */
const pickEditable = (job: Omit<JobRow, 'number'>, photos: readonly Photo[]) => [
  job.title,
  job.category_id,
  job.description,
  job.location,
  job.latitude,
  job.longitude,
  job.skills,
  job.take_work_on,
  job.closes_on,
  job.payment_term,
  job.budget_kind,
  job.budget_from_paise,
  job.budget_to_paise,
  job.unlisted,
  job.attachment_id,
  photos.map(({ id }) => id),
];

function checkEdit(job: JobRow | null, posterId: number): Outcome<JobRow> {
  if (!job || !isPoster(job, posterId)) return refuse('not_found', 'jobs.not_found');
  const facts = {
    state: job.state,
    posterId: job.poster_id,
    quotesReceived: job.quotes_received,
    heldBack: job.held_back && { reason: job.held_back },
  };
  const ability = getEditJobAbility(facts, posterId);
  return ability.allowed ? done(job) : refuse('conflict', ability.reason);
}

/** The job as this user may see it, with its photos. */
export async function findVisibleJob(deps: Deps, userId: number, jobId: number): Promise<Outcome<JobDetail>> {
  const [row] = await listJobs(deps.db, buildJobQuery(userId, jobId));
  const isQuoter =
    row !== undefined && (row.my_quote_id !== null || (await hasQuoted(deps.db, jobId, userId)));
  const isBlocked = row !== undefined && (await isBlockedFrom(deps.db, row, userId));
  if (!row || !maySeeJob(row, userId, { hasQuoted: isQuoter, isBlocked }))
    return refuse(
      'not_found',
      row?.state === 'withheld' || isBlocked ? 'jobs.not_available' : 'jobs.not_found',
    );
  const [photos, poster, reliability, holds] = await Promise.all([
    row.photo_count > 0 ? findPhotos(deps.db, 'job', [jobId]) : new Map<number, Photo[]>(),
    findPosterRecord(deps.db, row.poster_id),
    loadReliability(deps.db, [row.poster_id], 'poster'),
    loadHolds(deps.db, 'job', isPoster(row, userId) ? [row] : []),
  ]);
  const job = toJob(row, userId, toIstDate(deps.ports.clock.now()));
  const ownPhotos = photos.get(jobId) ?? [];
  // Whoever tries all numbers would find a hidden one by its hash.
  const version = isPoster(row, userId) ? computeVersion(pickEditable(row, ownPhotos)) : '';
  return done({
    ...job,
    photos: ownPhotos,
    poster: { ...poster, reliability: reliability.get(row.poster_id) ?? null },
    unlisted: row.unlisted,
    version,
    hides: isPoster(row, userId) && isHiding(row) ? listHiddenInJob(row) : [],
    heldBack: holds.get(jobId) ?? null,
  });
}

export async function listOwnJobs(
  deps: Deps,
  posterId: number,
  params: PageRequest,
): Promise<Outcome<Page<OwnJob>>> {
  const page = await loadPageByTime(
    params,
    (after) => listJobs(deps.db, buildOwnJobsQuery({ posterId, after, limit: params.limit })),
    (row) => [row.posted_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const today = toIstDate(deps.ports.clock.now());
  const holds = await loadHolds(deps.db, 'job', rows);
  const items = rows.map((row) => ({
    ...toJob(row, posterId, today),
    heldBack: holds.get(row.id) ?? null,
  }));
  return done({ items, nextCursor });
}

/** Of a job that is not offered any more, its sides see what they share. */
const isBlockedFrom = async (
  db: Db,
  job: Pick<JobRow, 'poster_id' | 'state'>,
  userId: number,
): Promise<boolean> =>
  job.state === 'open' && !isPoster(job, userId) && (await areBlocked(db, userId, job.poster_id));

/** True when this user may read the files of the job. */
export async function mayReadFiles(db: Db, userId: number, jobId: number): Promise<boolean> {
  const job = await findJob(db, jobId);
  if (job === null) return false;
  return maySeeJob(job, userId, {
    hasQuoted: await hasQuoted(db, jobId, userId),
    isBlocked: await isBlockedFrom(db, job, userId),
  });
}

/** The jobs among `ids` that this user may see, as they may see them. */
export async function loadVisibleJobs(
  deps: Deps,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, Job>> {
  if (ids.length === 0) return new Map();
  const blocked = new Set(await listBlockedIds(deps.db, userId));
  return presentJobs(deps, userId, ids, (row) =>
    maySeeJob(row, userId, {
      hasQuoted: row.my_quote_id !== null,
      isBlocked: blocked.has(row.poster_id),
    }),
  );
}

/** The jobs by id, as this user sees them. The caller has decided that they may; `isVisible` can narrow it. */
export async function presentJobs(
  { db, ports }: Pick<Deps, 'db' | 'ports'>,
  userId: number,
  ids: readonly number[],
  isVisible: (row: ListedJob) => boolean = () => true,
): Promise<Map<number, Job>> {
  if (ids.length === 0) return new Map();
  const today = toIstDate(ports.clock.now());
  const rows = await listJobs(db, buildJobsQuery(userId, ids));
  return new Map(rows.filter(isVisible).map((row) => [row.id, toJob(row, userId, today)]));
}
