import { sql } from 'kysely';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import { buildQuoteParts, type QuoteRow } from '@fws/contract/quotes/model';
import type { Repeat } from '@fws/contract/repeats/schemas';
import type { Db, Tx } from '../../platform/db/index.ts';
import { formatShortName } from '../../platform/short-name.ts';
import { findSide } from './policy.ts';
import { calculateAnswerTime, getAnswerAbility, getEndAbility, getSkipAbility } from './rules.ts';
import { listDates, type DateRow, type SeriesRow } from './store.ts';

/** What a series repeats. */
export interface AgreedTerms {
  jobId: number;
  title: string;
  totalPaise: number;
  /** Of the part that is paid first. */
  firstPaise: number;
  posterName: string;
  workerName: string;
}

/** By job: what was agreed on when its quote was accepted. */
export async function loadAgreedTerms(
  db: Db | Tx,
  jobIds: readonly number[],
): Promise<Map<number, AgreedTerms>> {
  const { rows } = await sql<{
    job_id: number;
    title: string;
    bid_paise: number;
    term: PaymentTerm;
    parts: QuoteRow[];
    poster_first: string;
    poster_last: string;
    worker_first: string;
    worker_last: string;
  }>`SELECT job.id AS job_id, job.title, quote.bid_paise, quote.term, quote.parts,
      poster.first_name AS poster_first, poster.last_name AS poster_last,
      worker.first_name AS worker_first, worker.last_name AS worker_last
    FROM job JOIN contract ON contract.job_id = job.id
    JOIN quote ON quote.job_id = job.id AND quote.id = contract.quote_id
    JOIN user_account poster ON poster.id = contract.poster_id
    JOIN user_account worker ON worker.id = contract.worker_id
    WHERE job.id = ANY (${[...jobIds]}::bigint[])`.execute(db);
  return new Map(
    rows.map((row) => [
      row.job_id,
      {
        jobId: row.job_id,
        title: row.title,
        totalPaise: row.bid_paise,
        firstPaise:
          buildQuoteParts({ term: row.term, bidPaise: row.bid_paise, rows: row.parts })[0]?.amountPaise ??
          row.bid_paise,
        posterName: formatShortName(row.poster_first, row.poster_last),
        workerName: formatShortName(row.worker_first, row.worker_last),
      },
    ]),
  );
}

export async function findAgreedTerms(db: Db | Tx, jobId: number): Promise<AgreedTerms> {
  const agreed = (await loadAgreedTerms(db, [jobId])).get(jobId);
  if (!agreed) throw new Error(`job ${jobId} is repeated, and it has no contract`);
  return agreed;
}

/** The states of the jobs of dates. */
async function loadJobStates(db: Db | Tx, dates: readonly DateRow[]): Promise<Map<number, JobState>> {
  const ids = dates.flatMap((date) => date.job_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('job').select(['id', 'state']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** The series as this user, one of their sides, sees them. */
export async function presentSeries(
  db: Db | Tx,
  rows: readonly SeriesRow[],
  readerId: number,
): Promise<Repeat[]> {
  if (rows.length === 0) return [];
  const [dates, agreed] = [
    await listDates(
      db,
      rows.map(({ id }) => id),
    ),
    await loadAgreedTerms(
      db,
      rows.map((row) => row.job_id),
    ),
  ];
  const jobStates = await loadJobStates(db, dates);
  const getJobState = (date: DateRow) => (date.job_id === null ? null : (jobStates.get(date.job_id) ?? null));
  return rows.map((row) => {
    const side = findSide(row, readerId);
    const job = agreed.get(row.job_id);
    if (!side || !job) throw new Error(`user ${readerId} has no part in series ${row.id}`);
    return {
      id: row.id,
      jobId: row.job_id,
      jobTitle: job.title,
      side,
      otherName: side === 'poster' ? job.workerName : job.posterName,
      amountPaise: job.totalPaise,
      rule: row.rule,
      state: row.state,
      proposedAt: row.proposed_at.toISOString(),
      answerBy: row.state === 'proposed' ? calculateAnswerTime(row.proposed_at).toISOString() : null,
      dates: dates
        .filter((date) => date.series_id === row.id)
        .map((date) => ({
          day: date.day,
          state: date.state,
          jobId: date.job_id,
          skip: getSkipAbility(row, { state: date.state, job: getJobState(date) }, side),
        })),
      abilities: { answer: getAnswerAbility(row.state, side), end: getEndAbility(row.state, side) },
    };
  });
}
