import { istDate } from '@fws/contract/platform/dates';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { mayEditJob } from '@fws/contract/jobs/editing';
import type { Job, JobSort, PostJob, UpdateJob } from '@fws/contract/jobs/model';
import { decodeTimeCursor, pageOf, type PageAsked } from '../../platform/cursor.ts';
import { inTx, type Db } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { attachFile, removeFile, saveFile, type NewFile } from '../../platform/files.ts';
import { publish } from '../../platform/realtime/index.ts';
import {
  exploreStatement,
  jobOf,
  listJobs,
  manyStatement,
  oneStatement,
  ownStatement,
  keyOf,
  type ListedJob,
} from './lists.ts';
import { maySeeJob } from './policy.ts';
import { checkDates, wordsOf } from './rules.ts';
import { categoryOffered, hasQuoted, insertJob, jobById, lockJob, rewriteJob, type JobRow } from './store.ts';

export async function postJob(
  deps: Deps,
  posterId: number,
  command: PostJob,
  upload: NewFile['upload'] | undefined,
): Promise<Outcome<Job>> {
  const now = deps.ports.clock.now();
  const dates = checkDates(command, now);
  if (!dates.ok) return dates;
  if (!(await categoryOffered(deps.db, command.categoryId)))
    return refuseField('categoryId', 'jobs.category_required');
  const attachmentId = upload ? await saveFile(deps, { ownerId: posterId, subject: 'job', upload }) : null;
  const jobId = await inTx(deps.db, async (tx) => {
    const id = await insertJob(tx, { ...command, posterId, attachmentId, now });
    if (attachmentId) await attachFile(tx, attachmentId, id);
    return id;
  });
  return jobFor(deps, posterId, jobId);
}

/** Updates a job that has no quotes. A quote that is submitted at the same time waits for the lock. */
export async function updateJob(
  deps: Deps,
  posterId: number,
  command: UpdateJob,
  upload: NewFile['upload'] | undefined,
): Promise<Outcome<Job>> {
  const now = deps.ports.clock.now();
  const allowed = checkEdit(await jobById(deps.db, command.jobId), posterId);
  if (!allowed.ok) return allowed;
  const dates = checkDates(command, now);
  if (!dates.ok) return dates;
  const keepsCategory = command.categoryId === allowed.value.category_id;
  if (!keepsCategory && !(await categoryOffered(deps.db, command.categoryId)))
    return refuseField('categoryId', 'jobs.category_required');
  const newFileId = upload ? await saveFile(deps, { ownerId: posterId, subject: 'job', upload }) : null;
  const changed = await inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const job = checkEdit(await lockJob(tx, command.jobId), posterId);
    if (!job.ok) return job;
    const { id, attachment_id: oldFileId } = job.value;
    await rewriteJob(tx, id, { ...command, attachmentId: newFileId ?? oldFileId });
    if (newFileId) {
      await attachFile(tx, newFileId, id);
      if (oldFileId) await removeFile(tx, oldFileId);
    }
    await publish(tx, { users: [posterId], topic: 'job', id });
    return done(null);
  });
  return changed.ok ? jobFor(deps, posterId, command.jobId) : changed;
}

function checkEdit(job: JobRow | null, posterId: number): Outcome<JobRow> {
  if (job?.poster_id !== posterId) return refuse('not_found', 'jobs.not_found');
  const facts = { state: job.state, posterId: job.poster_id, quotesReceived: job.quotes_received };
  const ability = mayEditJob(facts, posterId);
  return ability.allowed ? done(job) : refuse('conflict', ability.reason);
}

/** The job as this user may see it. */
export async function jobFor(deps: Deps, userId: number, jobId: number): Promise<Outcome<Job>> {
  const [row] = await listJobs(deps.db, oneStatement(userId, jobId));
  const quoted = row !== undefined && (row.my_quote_id !== null || (await hasQuoted(deps.db, jobId, userId)));
  if (!row || !maySeeJob(userId, row, quoted)) return refuse('not_found', 'jobs.not_found');
  return done(jobOf(row, userId, istDate(deps.ports.clock.now())));
}

export async function exploreJobs(
  deps: Deps,
  readerId: number,
  asked: PageAsked & { sort: JobSort; location: string; categoryId: number | null },
): Promise<Outcome<Page<Job>>> {
  const after = asked.cursor === null ? null : decodeTimeCursor(asked.cursor);
  if (asked.cursor !== null && after === null) return refuse('malformed', 'common.cursor_invalid');
  const { sort, categoryId, limit } = asked;
  const today = istDate(deps.ports.clock.now());
  const words = wordsOf(asked.location);
  const rows = await listJobs(
    deps.db,
    exploreStatement({ readerId, today, sort, categoryId, words, after, limit }),
  );
  return done(pageFor(rows, limit, sort, readerId, today));
}

export async function ownJobs(deps: Deps, posterId: number, asked: PageAsked): Promise<Outcome<Page<Job>>> {
  const after = asked.cursor === null ? null : decodeTimeCursor(asked.cursor);
  if (asked.cursor !== null && after === null) return refuse('malformed', 'common.cursor_invalid');
  const rows = await listJobs(deps.db, ownStatement({ posterId, after, limit: asked.limit }));
  return done(pageFor(rows, asked.limit, 'latest', posterId, istDate(deps.ports.clock.now())));
}

function pageFor(
  rows: ListedJob[],
  limit: number,
  sort: JobSort,
  readerId: number,
  today: string,
): Page<Job> {
  const page = pageOf(rows, limit, keyOf[sort]);
  return { items: page.rows.map((row) => jobOf(row, readerId, today)), nextCursor: page.nextCursor };
}

/** True when this user may read the files of the job. */
export async function mayReadFiles(db: Db, userId: number, jobId: number): Promise<boolean> {
  const job = await jobById(db, jobId);
  return job !== null && maySeeJob(userId, job, await hasQuoted(db, jobId, userId));
}

/** The jobs among `ids` that this user may see, as they may see them. */
export async function jobsFor(deps: Deps, userId: number, ids: readonly number[]): Promise<Map<number, Job>> {
  if (ids.length === 0) return new Map();
  const today = istDate(deps.ports.clock.now());
  const rows = await listJobs(deps.db, manyStatement(userId, ids));
  const seen = rows.filter((row) => maySeeJob(userId, row, row.my_quote_id !== null));
  return new Map(seen.map((row) => [row.id, jobOf(row, userId, today)]));
}
