import type { JobSort } from '@fws/contract/jobs/model';
import type { Job } from '@fws/contract/jobs/schemas';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import type { CursorKey } from '../../../platform/cursor.ts';
import { read, type Db } from '../../../platform/db/index.ts';
import { toFileLink } from '../../../platform/files.ts';
import { buildThumbnailUrl } from '../../../platform/photos.ts';
import { readMaskedTexts } from '../masking/rules.ts';
import { mayReadOriginal } from '../policy.ts';
import { getQuoteAbility } from '../rules.ts';
import { readBudget, JOB_COLUMNS, type JobRow } from '../store.ts';

/** A job with all columns that its docket shows to everybody. */
export interface SharedJobRow extends Omit<JobRow, 'number'> {
  number: number;
  file_name: string | null;
  file_bytes: number | null;
  file_type: string | null;
  photo_count: number;
  /** The thumbnail of the first photo. */
  cover_id: string | null;
  /** Differs after every change of the job. */
  version: string;
}

/** A job with all columns that its docket shows to one reader. */
export interface ListedJob extends SharedJobRow {
  my_quote_id: number | null;
  my_quote_state: QuoteState | null;
  saved: boolean;
}

export interface Statement {
  /** Undefined when the best plan depends on the values. */
  name?: string;
  text: string;
  values: unknown[];
}

export const ORDER: Record<JobSort, { by: string; after: string; type: string }> = {
  latest: { by: 'posted_at DESC, id DESC', after: '(posted_at, id) <', type: 'timestamptz' },
  oldest: { by: 'posted_at, id', after: '(posted_at, id) >', type: 'timestamptz' },
  closing_soon: { by: 'closes_on, id', after: '(closes_on, id) >', type: 'date' },
};

/** The reader's own jobs that are open, withheld or expired. */
export function buildOwnJobsQuery(filter: {
  posterId: number;
  after: CursorKey | null;
  limit: number;
}): Statement {
  const order = ORDER.latest;
  const { after, limit } = filter;
  const values: unknown[] = after ? [filter.posterId, after[0], after[1]] : [filter.posterId];
  const cursorCondition = after ? `AND ${order.after} ($2::timestamptz, $3::bigint)` : '';
  const where = `WHERE poster_id = $1 AND state IN ('open', 'withheld', 'expired') ${cursorCondition}`;
  return { text: buildReaderCardsSql(`${where} ORDER BY ${order.by} LIMIT ${limit + 1}`, order.by), values };
}

export const buildJobQuery = (readerId: number, jobId: number): Statement => ({
  name: 'job_card',
  text: buildReaderCardsSql('WHERE id = $2', 'id'),
  values: [readerId, jobId],
});

export const buildJobsQuery = (readerId: number, jobIds: readonly number[]): Statement => ({
  text: buildReaderCardsSql('WHERE id = ANY($2)', 'id'),
  values: [readerId, jobIds],
});

export const listJobs = (db: Db, statement: Statement): Promise<ListedJob[]> =>
  read<ListedJob>(db, statement);

/** Parameter $1 is the reader. */
const buildReaderCardsSql = (where: string, order: string): string =>
  buildCardsSql(where, order, {
    columns: [
      'mine.id AS my_quote_id',
      'mine.state AS my_quote_state',
      'saved_job.job_id IS NOT NULL AS saved',
    ],
    joins: `
LEFT JOIN quote mine ON mine.job_id = page.id AND mine.worker_id = $1 AND mine.state IN ('submitted', 'asked', 'accepted')
LEFT JOIN saved_job ON saved_job.job_id = page.id AND saved_job.user_id = $1`,
  });

export const buildCardsSql = (
  where: string,
  order: string,
  { columns, joins }: { columns: readonly string[]; joins: string } = { columns: [], joins: '' },
): string => `
SELECT page.*, file.name AS file_name, file.bytes AS file_bytes, file.content_type AS file_type,
  ${columns.map((column) => `${column}, `).join('')}pictures.photo_count, pictures.cover_id
FROM (SELECT ${JOB_COLUMNS.join(', ')}, job.xmin::text AS version FROM job ${where}) page
LEFT JOIN file ON file.id = page.attachment_id${joins}
CROSS JOIN LATERAL (SELECT count(*) AS photo_count,
    (array_agg(photo.thumbnail_id ORDER BY photo.position))[1] AS cover_id
  FROM photo WHERE photo.subject = 'job' AND photo.subject_id = page.id) pictures
ORDER BY ${order
  .split(', ')
  .map((part) => `page.${part}`)
  .join(', ')}`;

/** Both kinds of sort key as an ISO timestamp. PostgreSQL casts the one of `closing_soon` to a date. */
export const SORT_TIMES: Record<JobSort, (job: SharedJobRow) => Date> = {
  latest: (job) => job.posted_at,
  oldest: (job) => job.posted_at,
  closing_soon: (job) => new Date(job.closes_on),
};

/** The job as everybody sees it who has neither posted it, quoted on it nor saved it. */
export const toSharedJob = (row: SharedJobRow): Job => ({
  id: row.id,
  number: String(row.number),
  ...readMaskedTexts(row),
  location: row.location,
  latitude: row.latitude,
  longitude: row.longitude,
  categoryId: row.category_id,
  takeWorkOn: row.take_work_on,
  closesOn: row.closes_on,
  paymentTerm: row.payment_term,
  budget: readBudget(row),
  postedAt: row.posted_at.toISOString(),
  quotesReceived: row.quotes_received,
  verified: row.verified_at !== null,
  attachment: toAttachment(row),
  photoCount: row.photo_count,
  coverUrl: row.cover_id === null ? null : buildThumbnailUrl(row.cover_id),
  state: row.state,
  posterId: row.poster_id,
  myQuoteId: null,
  saved: false,
  abilities: { quote: { allowed: true } },
});

/** The job as this reader sees it. */
export function toJob(row: ListedJob, readerId: number, today: string): Job {
  const { my_quote_id: myQuoteId } = row;
  const quote = getQuoteAbility(row, { userId: readerId, hasLiveQuote: myQuoteId !== null }, today);
  const original = { title: row.title, description: row.description, skills: row.skills };
  const texts = mayReadOriginal(row, readerId) ? original : {};
  return { ...toSharedJob(row), ...texts, myQuoteId, saved: row.saved, abilities: { quote } };
}

function toAttachment(row: SharedJobRow): Job['attachment'] {
  if (row.attachment_id === null || row.file_name === null) return null;
  return toFileLink({
    id: row.attachment_id,
    name: row.file_name,
    bytes: row.file_bytes ?? 0,
    content_type: row.file_type ?? '',
  });
}
