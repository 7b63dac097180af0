import { toIstDate } from '@fws/contract/platform/dates';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { FoundJob, Job, JobPage } from '@fws/contract/jobs/schemas';
import { Batcher } from '../../platform/batcher.ts';
import { BriefCache } from '../../platform/brief-cache.ts';
import { read } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import type { Statement } from './lists.ts';
import { getQuoteAbility } from './rules.ts';
import { loadOpenJobs, loadSharedJobs, type ExploreParams, type SharedJobs } from './shared-jobs.ts';

// The list of open jobs without a search. All readers share its pages for a second. What each of them sees otherwise,
// and whether a page is older than what they have changed themselves, is read for each request.

type ReaderDeps = Pick<Deps, 'db' | 'ports'>;

interface KeptPage {
  jobs: SharedJobs;
  /** By the reader. */
  ownRows: Batcher<number, OwnRow[]>;
}
export type SharedPages = BriefCache<Outcome<KeptPage>>;

const KEEP_MS = 1000;
const MAX_TEXT_LENGTH = 8_000_000;
/** All of a job but the texts that people write. */
const JOB_LENGTH = 800;

export const createSharedPages = ({ ports }: Pick<Deps, 'ports'>): SharedPages =>
  new BriefCache({ clock: ports.clock, keepMs: KEEP_MS, maxWeight: MAX_TEXT_LENGTH, weigh: countText });

function countText(page: Outcome<KeptPage>): number {
  const items = page.ok ? page.value.jobs.items : [];
  const texts = items.flatMap(({ title, description }) => [title, description]);
  return texts.reduce((sum, text) => sum + text.length, (items.length + 1) * JOB_LENGTH);
}

export async function exploreJobs(
  deps: ReaderDeps,
  pages: SharedPages,
  readerId: number,
  params: ExploreParams,
): Promise<Outcome<JobPage>> {
  const today = toIstDate(deps.ports.clock.now());
  const { sort, limit, cursor, categoryId, location } = params;
  const key = JSON.stringify([today, sort, limit, cursor, categoryId, location]);
  const load = () => loadPage(deps, params, today);
  const page = await pages.get(key, load);
  if (!page.ok) {
    pages.drop(key);
    return page;
  }
  const own = await page.value.ownRows.load(readerId);
  if (!isOutdated(page.value.jobs, own)) return done(toJobPage(page.value.jobs, own, readerId, today));
  // The reader has changed something since then, and expects to see it.
  const reloaded = await pages.reload(key, load);
  if (!reloaded.ok) return reloaded;
  const { jobs, ownRows } = reloaded.value;
  return done(toJobPage(jobs, await ownRows.load(readerId), readerId, today));
}

async function loadPage(deps: ReaderDeps, params: ExploreParams, today: string): Promise<Outcome<KeptPage>> {
  const loaded = await loadSharedJobs(deps, params, today);
  if (!loaded.ok) return loaded;
  const jobs = loaded.value;
  return done({ jobs, ownRows: new Batcher((readerIds) => readOwnRows(deps, jobs, readerIds)) });
}

/** A job that a reader has posted, has quoted on or has saved; a job may have several rows. */
interface OwnRow {
  reader_id: number;
  id: number;
  /** Null where nothing follows from it: a job that was only saved. */
  version: string | null;
  /** The reader's quote, if it is live. */
  quote_id: number | null;
  saved: boolean;
}

/** Longer than it takes to commit a job that was posted. */
const POSTED_LATELY_MS = 60_000;

/** The jobs of a page that these readers have quoted on, posted or saved, and those that they have posted lately. */
export const buildOwnRowsQuery = (
  readerIds: readonly number[],
  items: readonly Pick<Job, 'id' | 'posterId'>[],
  now: Date,
): Statement => ({
  name: 'explore_own',
  text: `
SELECT quote.worker_id AS reader_id, job.id, job.xmin::text AS version,
  CASE WHEN quote.state IN ('submitted', 'accepted') THEN quote.id END AS quote_id,
  false AS saved
FROM quote JOIN job ON job.id = quote.job_id
WHERE quote.worker_id = ANY($1::bigint[]) AND quote.job_id = ANY($2::bigint[])
UNION ALL
SELECT poster_id, id, xmin::text, NULL, false FROM job WHERE id = ANY($3::bigint[])
UNION ALL
SELECT poster_id, id, xmin::text, NULL, false FROM job WHERE poster_id = ANY($1::bigint[]) AND posted_at > $4
UNION ALL
SELECT user_id, job_id, NULL, NULL, true FROM saved_job
WHERE user_id = ANY($1::bigint[]) AND job_id = ANY($2::bigint[])`,
  values: [
    readerIds,
    items.map(({ id }) => id),
    items.filter(({ posterId }) => readerIds.includes(posterId)).map(({ id }) => id),
    new Date(now.getTime() - POSTED_LATELY_MS),
  ],
});

async function readOwnRows(
  { db, ports }: ReaderDeps,
  { items }: SharedJobs,
  readerIds: readonly number[],
): Promise<(readerId: number) => OwnRow[]> {
  const rows = await read<OwnRow>(db, buildOwnRowsQuery(readerIds, items, ports.clock.now()));
  return (readerId) => rows.filter((row) => row.reader_id === readerId);
}

/** Whether one of these jobs has changed since the page was loaded, or is not in it. */
const isOutdated = ({ versions }: SharedJobs, own: readonly OwnRow[]): boolean =>
  own.some(({ id, version }) => version !== null && versions.get(id) !== version);

/** The jobs of a search that are still open, in the order of `ids`, as this reader sees them. They are not kept. */
export async function presentFoundJobs(
  deps: ReaderDeps,
  readerId: number,
  ids: readonly number[],
): Promise<Pick<JobPage, 'items' | 'own'>> {
  if (ids.length === 0) return { items: [], own: [] };
  const today = toIstDate(deps.ports.clock.now());
  const byId = new Map((await loadOpenJobs(deps.db, ids)).map((job) => [job.id, job]));
  const items = ids.flatMap((id) => byId.get(id) ?? []);
  const rows = await read<OwnRow>(deps.db, buildOwnRowsQuery([readerId], items, deps.ports.clock.now()));
  return { items, own: toOwnFields(items, rows, readerId, today) };
}

const toJobPage = (
  { items, nextCursor, total }: SharedJobs,
  own: readonly OwnRow[],
  readerId: number,
  today: string,
): JobPage => ({ items, nextCursor, total, own: toOwnFields(items, own, readerId, today) });

function toOwnFields(
  items: readonly FoundJob[],
  own: readonly OwnRow[],
  readerId: number,
  today: string,
): JobPage['own'] {
  if (own.length === 0) return [];
  const savedIds = new Set(own.flatMap(({ id, saved }) => (saved ? [id] : [])));
  const quoteIds = new Map(own.flatMap(({ id, quote_id }) => (quote_id === null ? [] : [[id, quote_id]])));
  return items.flatMap(({ id, posterId, state, closesOn }) => {
    const myQuoteId = quoteIds.get(id) ?? null;
    const saved = savedIds.has(id);
    if (posterId !== readerId && myQuoteId === null && !saved) return [];
    const job = { poster_id: posterId, state, closes_on: closesOn };
    const quote = getQuoteAbility(job, { userId: readerId, hasLiveQuote: myQuoteId !== null }, today);
    return [{ id, myQuoteId, saved, abilities: { quote } }];
  });
}
