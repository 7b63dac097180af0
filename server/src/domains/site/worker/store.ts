import { sql } from 'kysely';
import type { Db } from '../../../platform/db/index.ts';

// Only what everybody may see leaves this file.

export interface WorkerRow {
  id: number;
  first_name: string;
  last_name: string;
  identity_state: string;
  created_at: Date;
  location: string;
  skills: string[];
  rating_sum: number;
  rating_count: number;
  completed_projects: number;
  about: string;
  radius: string | null;
  jobs_awarded: number;
}

export async function findPublicWorker(db: Db, id: number): Promise<WorkerRow | null> {
  const { rows } = await sql<WorkerRow>`
    SELECT worker.id, worker.first_name, worker.last_name, worker.identity_state, worker.created_at, worker.location,
      worker.skills, worker.rating_sum, worker.rating_count, worker.completed_projects, profile.about, profile.radius,
      -- Completed ones that count for nothing would make their worker look as if they had not been completed.
      (SELECT count(*) FROM contract WHERE contract.worker_id = ${id} AND uncounted_reason IS NULL) AS jobs_awarded
    FROM user_account worker JOIN profile ON profile.user_id = worker.id AND profile.is_public
    WHERE worker.id = ${id} AND worker.suspended_at IS NULL`.execute(db);
  return rows[0] ?? null;
}

/** Whether a page that its owner wants to be public is not: the owner is suspended, or FWS has taken it down. */
export async function isWorkerWithheld(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM user_account worker JOIN profile ON profile.user_id = worker.id
    WHERE worker.id = ${id} AND ((is_public AND worker.suspended_at IS NOT NULL) OR was_public)`.execute(db);
  return rows.length > 0;
}

export async function listWorkerCategories(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('profile_category')
    .select('category_id')
    .where('user_id', '=', id)
    .execute();
  return rows.map((row) => row.category_id);
}

export interface ReviewRow {
  public_id: string | null;
  first_name: string;
  last_name: string;
  points: number;
  comment: string;
  reply: string;
  attachment_id: number | null;
  shown_at: Date;
  category_id: number;
}

/** Those that are open and count, newest first. */
export async function listReviews(db: Db, workerId: number, limit: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    SELECT rating.public_id, author.first_name, author.last_name, rating.points, rating.comment, rating.reply,
      rating.attachment_id, job.category_id,
      coalesce(rating.opened_at, rating.rated_at) AS shown_at
    FROM rating JOIN contract ON contract.job_id = rating.job_id AND contract.worker_id = rating.about_user_id
    JOIN job ON job.id = rating.job_id
    JOIN user_account author ON author.id = rating.by_user_id
    WHERE rating.about_user_id = ${workerId}
      AND rating.state <> 'sealed' AND rating.uncounted_reason IS NULL
    ORDER BY coalesce(rating.opened_at, rating.rated_at) DESC, rating.job_id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

interface ReviewPhotoRow {
  attachment_id: number;
  id: string;
  width: number;
  height: number;
}

/** Photos of reviews, in their order. Those of suspended accounts are not shown to visitors, like all of theirs. */
export async function listReviewPhotos(db: Db, attachmentIds: readonly number[]): Promise<ReviewPhotoRow[]> {
  if (attachmentIds.length === 0) return [];
  const { rows } = await sql<ReviewPhotoRow>`
    SELECT photo.subject_id AS attachment_id, photo.id, photo.width, photo.height
    FROM photo JOIN user_account owner ON owner.id = photo.owner_id AND owner.suspended_at IS NULL
    WHERE photo.subject = 'review' AND photo.subject_id = ANY(${[...attachmentIds]}::bigint[])
    ORDER BY photo.subject_id, photo.position`.execute(db);
  return rows;
}
